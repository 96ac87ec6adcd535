"""How long an answer asks to wait."""

import calendar
import re
import time
from collections.abc import Mapping

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_LONG_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_MONTH = f"(?P<month>{'|'.join(_MONTHS)})"
_TIME = "(?P<hour>[01][0-9]|2[0-3]):(?P<minute>[0-5][0-9]):(?P<second>[0-5][0-9]|60)"
_FORMS = (
    f"{_DAY}, (?P<date>[0-9]{{2}}) {_MONTH} (?P<year>[0-9]{{4}}) {_TIME} GMT",
    f"{_LONG_DAY}, (?P<date>[0-9]{{2}})-{_MONTH}-(?P<year>[0-9]{{2}}) {_TIME} GMT",
    f"{_DAY} {_MONTH} (?P<date>[ 0-9][0-9]) {_TIME} (?P<year>[0-9]{{4}})",
)
"""IMF-fixdate, and the obsolete forms of RFC 850 and of asctime."""


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """The seconds that an answer asks to wait by its Retry-After (RFC 9110, 10.2.3); None if it has none.

    It is a number, or a date in one of the three forms of 5.6.7. A date counts from the answer's own Date, so that this
    machine's clock may be wrong.
    """
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]+(\.[0-9]+)?", value):
        return float(value)
    own = time.time()
    until = _date_of(value, own)
    if until is None:
        return None
    now = _date_of(headers.get("date", "").strip(), own)
    return max(0.0, until - (own if now is None else now))


def _date_of(text: str, now: float) -> float | None:
    """An HTTP date in Unix seconds; None if it is none."""
    parts = next((match for form in _FORMS if (match := re.fullmatch(form, text))), None)
    if parts is None:
        return None
    year, date = int(parts["year"]), int(parts["date"])
    if not 1 <= date <= 31:
        return None
    if len(parts["year"]) == 2:
        # Two digits are never more than 50 years ahead.
        this_year = time.gmtime(now).tm_year
        year += this_year - this_year % 100
        year -= 100 if year > this_year + 50 else 0
    month = _MONTHS.index(parts["month"]) + 1
    if year == 0:
        return None
    return float(calendar.timegm((year, month, date, int(parts["hour"]), int(parts["minute"]), int(parts["second"]))))
