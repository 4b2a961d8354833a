"""Keeps requests in a folder while the service is away. Several programs can share it: a file is claimed by
renaming it, which only one of them can do. The folder has the form of the TypeScript SDK's `diskSpool`."""

from __future__ import annotations

import contextlib
import os
import re
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

Kind = Literal["traces", "scores"]

MAX_BYTES = 100 * 1024 * 1024
_READY = re.compile(r"\.(traces|scores)\.json$")
_CLAIMED = ".claimed"
_DRAFT = ".draft"
_ABANDONED = 600.0
"""The program that made or claimed a file that long ago was killed."""
_MEASURED = 10.0
"""In a long outage, the folder is not measured for each file."""


@dataclass
class Spooled:
    body: bytes
    kind: Kind
    file: Path

    def done(self) -> None:
        self.file.unlink(missing_ok=True)

    def back(self) -> None:
        with contextlib.suppress(OSError):
            self.file.rename(self.file.with_name(self.file.name[: -len(_CLAIMED)]))


class Spool:
    """The files hold what the spans hold, so only their owner may read them."""

    def __init__(self, folder: str, max_bytes: int = MAX_BYTES) -> None:
        self._folder = Path(folder).expanduser()
        self._max_bytes = max_bytes
        self._written = 0
        self._used = 0
        self._measured_at = -_MEASURED

    def put(self, body: bytes, kind: Kind) -> bool:
        """False if there is no room."""
        if time.monotonic() - self._measured_at > _MEASURED:
            self._used = sum(_size(file) for file in self._files())
            self._measured_at = time.monotonic()
        if self._used + len(body) > self._max_bytes:
            return False
        self._folder.mkdir(parents=True, exist_ok=True)
        self._folder.chmod(0o700)
        self._written += 1
        # In the order of time, and different in each program.
        name = f"{time.time_ns() // 1_000_000:015d}-{self._written:06d}-{uuid.uuid4()}.{kind}.json"
        draft = self._folder / (name + _DRAFT)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(body)
            out.flush()
            os.fsync(out.fileno())
        draft.rename(self._folder / name)
        self._used += len(body)
        return True

    def take(self) -> Spooled | None:
        """The oldest body that no other program is sending."""
        self._tidy()
        for file in self._files():
            kind = _READY.search(file.name)
            if kind is None:
                continue
            claimed = file.with_name(file.name + _CLAIMED)
            try:
                file.rename(claimed)
                os.utime(claimed)
                body = claimed.read_bytes()
            except OSError:
                # Another program was faster.
                continue
            self._measured_at = -_MEASURED
            return Spooled(body, cast("Kind", kind.group(1)), claimed)
        return None

    def _files(self) -> list[Path]:
        try:
            return sorted(self._folder.iterdir())
        except OSError:
            # It does not exist before the first outage.
            return []

    def _tidy(self) -> None:
        """Frees what a killed program left: a claimed file is sent again, and half a file is no use."""
        for file in self._files():
            if not file.name.endswith((_CLAIMED, _DRAFT)):
                continue
            with contextlib.suppress(OSError):
                if time.time() - file.stat().st_mtime <= _ABANDONED:
                    continue
                if file.name.endswith(_DRAFT):
                    file.unlink()
                else:
                    file.rename(file.with_name(file.name[: -len(_CLAIMED)]))


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0
