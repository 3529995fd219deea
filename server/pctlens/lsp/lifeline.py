"""Ends the server when its client's process ends, so that no server is left over (LSP 3.17, ``InitializeParams.processId``)."""

from __future__ import annotations

import os
import sys
import threading
from typing import Final

INTERVAL: Final = 1.0
"""Seconds from one look at the client's process to the next."""


def watch(process: int) -> None:
    """End this process once ``process`` has ended; returns at once."""
    threading.Thread(target=_watch, args=(process,), name="lifeline", daemon=True).start()


def _watch(process: int) -> None:
    pause = threading.Event()
    while is_alive(process):
        pause.wait(INTERVAL)
    os._exit(1)  # the main thread may be waiting for input that will never come


def is_alive(process: int) -> bool:
    """Whether there is a process with this id."""
    if sys.platform == "win32":
        return _is_alive_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass  # somebody else's process, or no process id at all, which is no reason to end
    return True


def _is_alive_on_windows(process: int) -> bool:
    """The same by a handle: on Windows a signal 0 is Ctrl-C."""
    import ctypes

    synchronize, timeout = 0x0010_0000, 0x102  # SYNCHRONIZE, WAIT_TIMEOUT
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(synchronize, False, process)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == timeout)
    finally:
        kernel.CloseHandle(handle)
