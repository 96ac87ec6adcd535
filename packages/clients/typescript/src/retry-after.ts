/**
 * The seconds that an answer asks to wait by its Retry-After (RFC 9110, 10.2.3), a number or a date in one of the three forms
 * of 5.6.7; null if it has neither. A date counts from the answer's own Date, so that this machine's clock may be wrong.
 */
export function retryAfterOf(headers: Headers): number | null {
  const value = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value);
  const own = Date.now();
  const until = dateOf(value, own);
  if (until === null) return null;
  const now = dateOf(headers.get("date")?.trim() ?? "", own) ?? own;
  return Math.max(0, (until - now) / 1000);
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const longDay = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const month = `(?<month>${months.join("|")})`;
const time = "(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)";
/** IMF-fixdate, and the obsolete forms of RFC 850 and of asctime. */
const forms = [
  `${day}, (?<date>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT`,
  `${longDay}, (?<date>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT`,
  `${day} ${month} (?<date>[ \\d]\\d) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** An HTTP date in milliseconds; null if it is none. */
function dateOf(text: string, now: number): number | null {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!parts) return null;
  const numberOf = (name: string) => Number(parts[name]);
  const at = (year: number) =>
    Date.UTC(
      year,
      months.indexOf(parts.month ?? ""),
      numberOf("date"),
      numberOf("hour"),
      numberOf("minute"),
      numberOf("second"),
    );
  const date = numberOf("date");
  if (date < 1 || date > 31) return null;
  const year = numberOf("year");
  if (parts.year?.length === 4) return at(year);
  // Two digits are never more than 50 years ahead.
  const thisYear = new Date(now).getUTCFullYear();
  const full = thisYear - (thisYear % 100) + year;
  return at(full > thisYear + 50 ? full - 100 : full);
}
