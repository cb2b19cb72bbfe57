"""What is looked at before any page: who is asked for, by whom, how often, and how much is sent how slowly."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Collection
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 40 * 2**20  # bytes, of one request: a photo of 12 megapixels has 3 to 8
LONGEST_TARGET = 2_000  # characters of a path with its query
BODY_WITHIN = 60.0  # seconds for a whole body
PAUSE, LEAST_RATE = 8.0, 50_000.0  # which comes at so many bytes a second, but for so many seconds
BODIES_AT_ONCE = 16
BODIES_OF_ONE = 4  # address
REQUESTS = (30.0, 300.0)  # of one address: so many a second in the long run, so many at once
POSTS = (1.0, 60.0)
MOST_ADDRESSES = 2_000  # that are remembered

_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # with "no-referrer" browsers would not say the Origin of forms, either
    "X-Content-Type-Options": "nosniff",
}


class TooMuch(Exception):
    """A body that is too large or too slow; says with which status it is refused."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Allowance:
    """Of each address how many requests it may still make: `most` at once, `rate` more in every second."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, moment: float) -> bool:
        """Whether one more is allowed at this moment, in seconds; it is taken."""
        left, before = self._left.pop(address, (self._most, moment))
        left = min(self._most, left + (moment - before) * self._rate)
        self._left[address] = (max(0.0, left - 1), moment)
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return left >= 1


class Guard:
    """Refuses requests before they reach the pages, and adds to every answer what browsers must keep to."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app, self._hosts = app, frozenset(hosts)
        self._requests, self._posts = Allowance(*REQUESTS), Allowance(*POSTS)
        self._bodies: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; of other protocols none."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, self._with_headers(send))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = (scope.get("client") or ("", 0))[0]
        refused = self._refused(scope, address)
        if refused is not None:
            await _refuse(refused, scope, receive, send)
            return
        if scope["method"] != "POST":
            await self._app(scope, receive, send)
            return
        self._bodies[address] = self._bodies.get(address, 0) + 1
        try:
            await self._app(scope, _limited(receive), send)
        finally:
            self._bodies[address] -= 1
            if not self._bodies[address]:
                del self._bodies[address]

    def _refused(self, scope: Scope, address: str) -> HTTPStatus | None:
        """Why a request is not even looked at; None where it is."""
        headers, moment = Headers(scope=scope), time.monotonic()
        host = headers.get("host", "").lower()
        if host not in self._hosts:
            return HTTPStatus.MISDIRECTED_REQUEST
        if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_TARGET:
            return HTTPStatus.REQUEST_URI_TOO_LONG
        if not self._requests.take(address, moment):
            return HTTPStatus.TOO_MANY_REQUESTS
        if scope["method"] in ("GET", "HEAD"):
            return None
        if scope["method"] != "POST":
            return HTTPStatus.METHOD_NOT_ALLOWED
        if headers.get("origin") != f"http://{host}" and headers.get("sec-fetch-site") != "same-origin":
            return HTTPStatus.FORBIDDEN
        if not self._posts.take(address, moment):
            return HTTPStatus.TOO_MANY_REQUESTS
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > LARGEST_BODY:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        if sum(self._bodies.values()) >= BODIES_AT_ONCE or self._bodies.get(address, 0) >= BODIES_OF_ONE:
            return HTTPStatus.SERVICE_UNAVAILABLE
        return None

    def _with_headers(self, send: Send) -> Send:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        return sent


def _limited(receive: Receive) -> Receive:
    """A body that may be so large and so slow and no more; raises TooMuch."""
    taken, begun, whole = 0, time.monotonic(), False

    async def received() -> Message:
        nonlocal taken, whole
        if whole:  # an answer that goes on for long waits for the other side to leave
            return await receive()
        end = begun + min(BODY_WITHIN, PAUSE + taken / LEAST_RATE)
        try:
            message = await asyncio.wait_for(receive(), max(0.0, end - time.monotonic()))
        except TimeoutError:
            raise TooMuch(HTTPStatus.REQUEST_TIMEOUT) from None
        taken += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if taken > LARGEST_BODY:
            raise TooMuch(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return message

    return received


async def _refuse(status: HTTPStatus, scope: Scope, receive: Receive, send: Send) -> None:
    headers = {"Connection": "close"}
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        headers["Retry-After"] = "10"
    await PlainTextResponse(f"{status.phrase}\n", status, headers)(scope, receive, send)
