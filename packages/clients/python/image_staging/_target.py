"""Where requests go, and the keys that they have. What no repetition could repair is refused before it is sent."""

import re

import httpx


def trimmed(value: object) -> str:
    """Without the blanks around it, which come along when a value is pasted; empty if it is no text."""
    return re.sub(r"^[\s\ufeff]+|[\s\ufeff]+$", "", value) if isinstance(value, str) else ""


def base_of(base_url: str) -> str:
    """A base address as requests begin with it."""
    base = trimmed(base_url).rstrip("/")
    if not _is_base(base):
        raise ValueError("base_url is the address that came with your API key, such as https://api.example.com.")
    return base


def _is_base(text: str) -> bool:
    if not re.match(r"https?://[^/]", text, re.IGNORECASE) or re.search(r"[?#\s]", text):
        return False
    try:
        url = httpx.URL(text)
    except httpx.InvalidURL:
        return False
    return url.host != "" and url.userinfo == b""


def api_key_of(api_key: str) -> str:
    """An API key as a header takes it."""
    key = trimmed(api_key)
    if key == "":
        raise ValueError("api_key is missing: it is the API key that your operator gave you.")
    # Otherwise httpx refuses it, and shows it in its message.
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("The API key has characters that no key has.")
    return key


def checked_idempotency_key(key: str) -> str:
    """An idempotency key that the service takes."""
    is_line = isinstance(key, str) and trimmed(key) != "" and not re.search(r"[\x00-\x1f\x7f-\x9f]", key)
    if not is_line or len(key) > 200:
        raise ValueError("An idempotency key is a text of 1 to 200 characters, in one line.")
    return key


def in_utf8(headers: dict[str, str]) -> httpx.Headers:
    """Headers whose values may have other characters than ASCII's, as an idempotency key has."""
    return httpx.Headers(headers, encoding="utf-8")
