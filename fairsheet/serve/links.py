"""Derive the secret links of a folder from their ids, which are stored in it, and a key, which is stored elsewhere.

So a copy of the folder opens no page of the server, and a restarted server has the same links.
"""

from __future__ import annotations

import base64
import hmac
import secrets

from fairsheet.process.output_files import write_file
from fairsheet.process.state_folder import state_folder
from fairsheet.sheets.support.errors import ErrorCode, FairsheetError

KEY_BYTES = 32
LINK_BYTES = 16


def new_link_id() -> str:
    """Return a random id of 128 bits for a new link."""
    return secrets.token_urlsafe(LINK_BYTES)


def link_of(key: bytes, id_: str) -> str:
    """Return the secret link with an id, of 128 bits."""
    digest = hmac.digest(key, id_.encode(), "sha256")[:LINK_BYTES]
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def link_key() -> bytes:
    """Return the key of this user, and make it if there is none. Raises FairsheetError if that is not possible."""
    try:
        path = state_folder() / "links.key"
        if not path.exists():
            write_file(path, secrets.token_bytes(KEY_BYTES), 0o600)
        key = path.read_bytes()
    except (OSError, RuntimeError) as error:  # RuntimeError: the user has no home folder
        raise FairsheetError(
            f"the key of the links cannot be read ({getattr(error, 'strerror', None) or error})",
            code=ErrorCode.UNREADABLE_FILE,
            where="links.key",
            hint="set XDG_STATE_HOME to a folder that you may write",
        ) from error
    if len(key) != KEY_BYTES:
        raise FairsheetError(
            "the key of the links is damaged",
            code=ErrorCode.UNREADABLE_FILE,
            where=str(path),
            hint="delete it: fairsheet makes a new one, and all links are new",
        )
    return key
