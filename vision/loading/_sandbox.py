"""Put this process into a sandbox: it can compute and use its open files, and nothing else.

Linux has Landlock (no file, no network, no signal to others) and seccomp (only the system calls listed here).
Other systems limit memory, written bytes and open files; Windows has none of these.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys

from fairsheet.sheets.support.system import IS_POSIX

LANDLOCK_CREATE, LANDLOCK_RESTRICT = 444, 446  # system calls, the same on all processors
# the number of rights that Landlock knows, by its version; later 16
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}
SET_NO_NEW_PRIVILEGES = 38  # for prctl
FILTER_ALL_THREADS = (1, 1)  # for seccomp: set a filter, for all threads

MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}  # the kernel's name, column of CALLS
SECCOMP = (317, 277)
CALLS = {
    "read": (0, 63), "write": (1, 64), "close": (3, 57), "fstat": (5, 80), "lseek": (8, 62), "mmap": (9, 222),
    "mprotect": (10, 226), "munmap": (11, 215), "brk": (12, 214), "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "sched_yield": (24, 124), "mremap": (25, 216),
    "madvise": (28, 233), "setitimer": (38, 103), "getpid": (39, 172), "exit": (60, 93), "sysinfo": (99, 179),
    "sigaltstack": (131, 132), "gettid": (186, 178), "futex": (202, 98), "sched_getaffinity": (204, 123),
    "restart_syscall": (219, 128), "clock_gettime": (228, 113), "exit_group": (231, 94),
    "set_robust_list": (273, 99), "getrandom": (318, 278), "rseq": (334, 293),
}  # fmt: skip
CLONE, CLONE3 = (56, 220), 435  # start a process or, if the first argument has this flag, a thread
THREAD = 0x10000
# Instructions of a filter: load a word of the call, compare it, return. Comparisons skip a given number of
# steps.
LOAD, IF_EQUAL, IF_BITS, RETURN = 0x20, 0x15, 0x45, 0x06
CALL, MACHINE, FIRST_ARGUMENT = 0, 4, 16  # positions of the words; the lower half of an argument
ALLOW, FAIL, UNKNOWN = 0x7FFF0000, 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS


def enter_sandbox(memory: int, written: int) -> list[str]:
    """Limit this process to `memory` more MB and `written` bytes a file; return its other protections.

    It must have only one thread.
    """
    if not IS_POSIX:
        return []
    import resource

    from fairsheet.sheets.support.memory import limit_memory

    limit_memory(memory)
    is_linux = sys.platform == "linux"
    if is_linux:
        ctypes.CDLL(None).prctl(SET_NO_NEW_PRIVILEGES, *map(ctypes.c_ulong, (1, 0, 0, 0)))
    holds = ["landlock"] if is_linux and _landlock() else []
    most = {resource.RLIMIT_FSIZE: written, resource.RLIMIT_NOFILE: 0, resource.RLIMIT_CORE: 0}
    most[resource.RLIMIT_AS] = resource.getrlimit(resource.RLIMIT_AS)[0]  # permanently
    if not is_linux:
        most[resource.RLIMIT_NPROC] = 0  # Linux has seccomp for this, and would count threads, too
    for limit, number in most.items():
        resource.setrlimit(limit, (number, number))
    return [*holds, "seccomp"] if is_linux and _seccomp() else holds


def _landlock() -> bool:
    version = _call(LANDLOCK_CREATE, None, 0, 1)
    if version < 1:
        return False
    network, scopes = (3 if version >= 4 else 0), (3 if version >= 6 else 0)
    rights = struct.pack("QQQ", (1 << FILE_RIGHTS.get(version, 16)) - 1, network, scopes)
    rules = _call(LANDLOCK_CREATE, rights, 24 if scopes else 16 if network else 8, 0)
    return rules >= 0 and _call(LANDLOCK_RESTRICT, rules, 0) == 0


def _seccomp() -> bool:
    if platform.machine() not in MACHINES:
        return False
    machine, column = MACHINES[platform.machine()]
    program = [(LOAD, 0, 0, MACHINE), (IF_EQUAL, 1, 0, machine), (RETURN, 0, 0, FAIL), (LOAD, 0, 0, CALL)]
    for numbers in CALLS.values():
        program += [(IF_EQUAL, 0, 1, numbers[column]), (RETURN, 0, 0, ALLOW)]
    # CLONE3 hides its flags; libraries then use CLONE instead
    program += [(IF_EQUAL, 0, 1, CLONE3), (RETURN, 0, 0, UNKNOWN)]
    program += [(IF_EQUAL, 0, 3, CLONE[column]), (LOAD, 0, 0, FIRST_ARGUMENT)]
    program += [(IF_BITS, 0, 1, THREAD), (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, FAIL)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in program))
    filter_ = struct.pack("HxxxxxxP", len(program), ctypes.addressof(code))
    return _call(SECCOMP[column], *FILTER_ALL_THREADS, filter_) == 0


def _call(*arguments: int | bytes | None) -> int:
    """Make a system call from its number and arguments."""
    call = ctypes.CDLL(None).syscall
    call.restype = ctypes.c_long
    return int(call(*(ctypes.c_long(each) if isinstance(each, int) else each for each in arguments)))
