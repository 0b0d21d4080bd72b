"""What of this package is compiled: the pieces of an observation, and the steps of a batch.

The folder is among those whose fingerprint names the cache of compiled code (`engine/compile.py`).
"""
