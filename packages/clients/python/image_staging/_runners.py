"""Runners, which send requests and pause as the steps of an operation say."""

import asyncio
import threading
import time
from typing import TypeVar

import httpx

from ._http import Attempt, Lost, Reply, Steps
from .errors import WaitStoppedError

T = TypeVar("T")

MOST_REDIRECTS = 20
"""As many as httpx follows."""


def _is_read(attempt: Attempt) -> bool:
    """Whether every redirect may be followed: it makes a GET of some requests that write."""
    return attempt.request.method == "GET"


def _kept(response: httpx.Response) -> httpx.Request | None:
    """The request that a redirect asks for if it keeps method and body."""
    return response.next_request if response.status_code in (307, 308) else None


class Runner:
    """For threads."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def run(self, steps: Steps[T], stop: threading.Event | None = None) -> T:
        """Takes the steps to their result."""
        try:
            attempt = next(steps)
            while True:
                if _pause(attempt.after, stop):
                    attempt = steps.throw(WaitStoppedError())
                else:
                    attempt = steps.send(self._send(attempt))
        except StopIteration as end:
            result: T = end.value
            return result

    def _send(self, attempt: Attempt) -> Reply | Lost:
        request_id = None
        end = time.monotonic() + attempt.timeout
        try:
            response = self._client.send(attempt.request, stream=True, follow_redirects=_is_read(attempt))
            for _ in range(MOST_REDIRECTS):
                if (request := _kept(response)) is None:
                    break
                response.close()
                response = self._client.send(request, stream=True, follow_redirects=False)
            try:
                request_id = response.headers.get("x-request-id")
                content = bytearray()
                for piece in response.iter_bytes():
                    content += piece
                    if time.monotonic() > end:
                        raise httpx.ReadTimeout("The answer takes too long.")
                return Reply(response.status_code, response.headers, bytes(content))
            finally:
                response.close()
        except httpx.RequestError as error:
            return Lost(error, request_id)


def _pause(seconds: float, stop: threading.Event | None) -> bool:
    """Whether `stop` is set by the end of it."""
    if stop is not None:
        return stop.wait(seconds)
    if seconds > 0:
        time.sleep(seconds)
    return False


class AsyncRunner:
    """For asyncio."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def run(self, steps: Steps[T]) -> T:
        """Takes the steps to their result."""
        try:
            attempt = next(steps)
            while True:
                if attempt.after > 0:
                    await asyncio.sleep(attempt.after)
                attempt = steps.send(await self._send(attempt))
        except StopIteration as end:
            result: T = end.value
            return result

    async def _send(self, attempt: Attempt) -> Reply | Lost:
        request_id = None
        end = time.monotonic() + attempt.timeout
        try:
            response = await self._client.send(attempt.request, stream=True, follow_redirects=_is_read(attempt))
            for _ in range(MOST_REDIRECTS):
                if (request := _kept(response)) is None:
                    break
                await response.aclose()
                response = await self._client.send(request, stream=True, follow_redirects=False)
            try:
                request_id = response.headers.get("x-request-id")
                content = bytearray()
                async for piece in response.aiter_bytes():
                    content += piece
                    if time.monotonic() > end:
                        raise httpx.ReadTimeout("The answer takes too long.")
                return Reply(response.status_code, response.headers, bytes(content))
            finally:
                await response.aclose()
        except httpx.RequestError as error:
            return Lost(error, request_id)
