/** How the figures and times of a statement are written for its readers. */

export const count = (value: number): string => value.toLocaleString("en-US");
/** US dollars, at least cents, at most micro-dollars. */
export const money = (usd: number): string =>
  usd.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 }).replace("-", "−");
/** An amount that stands by itself. */
export const dollars = (usd: number): string => `${money(usd)} USD`;
export const day = (time: string): string =>
  new Date(time).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
export const lastDay = (end: string): string => day(new Date(Date.parse(end) - 1).toISOString());
export const moment = (time: string): string => `${day(time)}, ${time.slice(11, 16)} UTC`;
