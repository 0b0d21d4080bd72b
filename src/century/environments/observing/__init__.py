"""The compiled code of this package: the layout of observations and the steps of a batch.

The fingerprint of compiled code covers this folder (`engine/code_cache.py`).
"""
