"""Reads .trsp files with GLib's key file parser, which gpredict uses, and prints their content as JSON."""
import ctypes
import json
import sys

glib = ctypes.CDLL("libglib-2.0.so.0")
for name, result, arguments in (
    ("g_key_file_new", ctypes.c_void_p, []),
    ("g_key_file_load_from_file", ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p]),
    ("g_key_file_get_groups", ctypes.POINTER(ctypes.c_char_p), [ctypes.c_void_p, ctypes.c_void_p]),
    ("g_key_file_has_key", ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p]),
    ("g_key_file_get_int64", ctypes.c_int64, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p]),
    ("g_key_file_get_double", ctypes.c_double, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p]),
    ("g_key_file_get_boolean", ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p]),
    ("g_key_file_get_string", ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_void_p]),
):
    function = getattr(glib, name)
    function.restype, function.argtypes = result, arguments

KEEP_COMMENTS = 1
read = []
for path in sys.argv[1:]:
    file = glib.g_key_file_new()
    if not glib.g_key_file_load_from_file(file, path.encode(), KEEP_COMMENTS, None):
        sys.exit(f"{path} is not a key file")
    count = ctypes.c_size_t()
    groups = glib.g_key_file_get_groups(file, ctypes.byref(count))
    found = []
    for at in range(count.value):
        group = groups[at]
        one = {"name": group.decode()}
        for key in ("UP_LOW", "UP_HIGH", "DOWN_LOW", "DOWN_HIGH"):
            if glib.g_key_file_has_key(file, group, key.encode(), None):
                one[key] = glib.g_key_file_get_int64(file, group, key.encode(), None)
                # Older versions of gpredict read doubles.
                assert one[key] == glib.g_key_file_get_double(file, group, key.encode(), None)
        if glib.g_key_file_has_key(file, group, b"BAUD", None):
            one["BAUD"] = glib.g_key_file_get_double(file, group, b"BAUD", None)
        one["MODE"] = glib.g_key_file_get_string(file, group, b"MODE", None).decode()
        one["INVERT"] = bool(glib.g_key_file_get_boolean(file, group, b"INVERT", None))
        found.append(one)
    read.append(found)
json.dump(read, sys.stdout)
