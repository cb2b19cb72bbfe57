"""Check every request before it reaches a page: host, origin, rate, and size and speed of its body."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Collection
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 40 * 2**20  # bytes per request; a photo of 12 megapixels has 3 to 8 MiB
LONGEST_TARGET = 2_000  # characters of a path with its query
BODY_WITHIN = 60.0  # seconds for a whole body
PAUSE, LEAST_RATE = 8.0, 50_000.0  # a body may take this many seconds longer than at this rate (bytes/s)
BODIES_AT_ONCE = 16
BODIES_OF_ONE = 4  # bodies at once per address
REQUESTS = (30.0, 300.0)  # per address: requests per second on average, requests in a burst
POSTS = (1.0, 60.0)
MOST_ADDRESSES = 2_000  # addresses remembered

_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",  # "no-referrer" would also remove the Origin header of forms
    "X-Content-Type-Options": "nosniff",
}


class TooMuch(Exception):
    """A request body is too large or too slow. `status` is the HTTP status of the refusal."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Allowance:
    """Requests left for each address (token bucket): at most `most`, refilled by `rate` per second."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, moment: float) -> bool:
        """Take one request of an address and return whether it was allowed. `moment` is in seconds."""
        left, before = self._left.pop(address, (self._most, moment))
        left = min(self._most, left + (moment - before) * self._rate)
        self._left[address] = (max(0.0, left - 1), moment)
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return left >= 1


class Guard:
    """ASGI middleware that refuses bad requests and adds security headers to every response."""

    def __init__(self, app: ASGIApp, origins: Collection[str]) -> None:
        self._app, self._origins = app, frozenset(origins)
        self._hosts = frozenset(each.partition("://")[2] for each in origins)
        self._requests, self._posts = Allowance(*REQUESTS), Allowance(*POSTS)
        self._bodies: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an HTTP request or the lifespan; ignore other protocols."""
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
            await self._app(scope, limit_body(receive), send)
        finally:
            self._bodies[address] -= 1
            if not self._bodies[address]:
                del self._bodies[address]

    def _refused(self, scope: Scope, address: str) -> HTTPStatus | None:
        """Return the status with which a request is refused; None if it is accepted."""
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
        own = self._origins & {f"http://{host}", f"https://{host}"}
        if headers.get("origin") not in own and headers.get("sec-fetch-site") != "same-origin":
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


def limit_body(receive: Receive) -> Receive:
    """Return `receive` with limits on size and time. It raises TooMuch if the body exceeds them."""
    taken, begun, whole = 0, time.monotonic(), False

    async def received() -> Message:
        nonlocal taken, whole
        if whole:  # a streaming response waits here for the client to disconnect
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
