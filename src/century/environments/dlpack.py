"""DLPack: share an array with another library without a copy (version 0 of the format)."""

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2  # kinds of device
_NAME = b"dltensor"
_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # codes of types, by NumPy's letters


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("id", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, _Destructor)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)

_LENT: dict[int, tuple[object, ...]] = {}  # arrays that other libraries still use, by the address of their description


def _give_back(managed: Any) -> None:
    _LENT.pop(ctypes.addressof(managed.contents), None)


def _not_taken(held: int) -> None:
    if _is_valid(held, _NAME):  # a library that uses the capsule renames it
        _LENT.pop(_pointer(held, _NAME), None)


_DELETER, _DESTRUCTOR = _Deleter(_give_back), _Destructor(_not_taken)


def capsule(
    owner: object,
    pointer: int,
    shape: tuple[int, ...],
    strides: tuple[int, ...],
    dtype: np.dtype[np.generic],
    device: tuple[int, int],
) -> object:
    """Return a capsule for the array at an address. Strides count numbers, not bytes.

    The owner is kept alive until the other library has finished with it.
    """
    sizes = (ctypes.c_int64 * max(len(shape), 1))(*shape)
    steps = (ctypes.c_int64 * max(len(shape), 1))(*strides)
    managed = _Managed()
    managed.tensor.data = pointer
    managed.tensor.device = _Device(*device)
    managed.tensor.ndim = len(shape)
    managed.tensor.dtype = _Type(_CODES[dtype.kind], dtype.itemsize * 8, 1)
    managed.tensor.shape = sizes
    managed.tensor.strides = steps
    managed.deleter = _DELETER
    address = ctypes.addressof(managed)
    _LENT[address] = (owner, sizes, steps, managed)
    return _new(address, _NAME, _DESTRUCTOR)
