const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const weekday = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const longWeekday = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const month = `(?<month>${months.join("|")})`;
const time = "(?<time>(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60))";
/** IMF-fixdate, and the obsolete forms of RFC 850 and of asctime. */
const forms = [
  `${weekday}, (?<day>\\d\\d) ${month} (?<year>\\d{4}) ${time} GMT`,
  `${longWeekday}, (?<day>\\d\\d)-${month}-(?<year>\\d\\d) ${time} GMT`,
  `${weekday} ${month} (?<day>[ \\d]\\d) ${time} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/** An HTTP date (RFC 9110, 5.6.7) in milliseconds; null if the text is none. */
export function httpDate(text: string, now: Date): number | null {
  const parts = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  const day = Number(parts?.day);
  if (!parts || day < 1 || day > 31) return null;
  const [hours, minutes, seconds] = (parts.time ?? "").split(":").map(Number);
  return Date.UTC(
    yearOf(parts.year ?? "", now),
    months.indexOf(parts.month ?? ""),
    day,
    hours,
    minutes,
    seconds,
  );
}

/** Two digits are never more than 50 years ahead. */
function yearOf(digits: string, now: Date): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = now.getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}
