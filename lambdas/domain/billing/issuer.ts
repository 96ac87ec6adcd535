import * as v from "valibot";
import { isOneLine } from "../plain-text.ts";

const text = (most: number) => {
  const message = `must be a text of 1 to ${most} characters`;
  return v.pipe(
    v.string(message),
    v.trim(),
    v.minLength(1, message),
    v.maxLength(most, message),
    v.check((words) => words.split("\n").every(isOneLine), "must have no control characters but line feeds"),
  );
};

const days = "must be a whole number from 0 to 365";
const percent = "must be a number from 0 to 100 with at most 2 decimals";

/** A rate of tax in percent. */
export const TaxPercent = v.pipe(
  v.number(percent),
  v.minValue(0, percent),
  v.maxValue(100, percent),
  v.check((rate) => Number(rate.toFixed(2)) === rate, percent),
);

/** Whether an IBAN has its check digits (ISO 7064, MOD 97-10). */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (sign) => Number.parseInt(sign, 36));
  return BigInt(digits.join("")) % 97n === 1n;
}

/** The account numbers that a text calls IBAN, up to the end of a line, a comma, a semicolon or the word BIC. */
const ibansOf = (text: string): string[] =>
  Array.from(text.matchAll(/\bIBAN\b:?[ \t]*([A-Z0-9 ]+?) *(?=$|[,;]|\bBIC\b)/gm), ([, iban = ""]) =>
    iban.replaceAll(" ", ""),
  );

/**
 * Who makes out the invoices of a stage, from its settings. Lines of the address and of `payment`, which says how to pay, have a
 * line feed between them. The rate of tax holds for organizations that have none.
 */
export const Issuer = v.strictObject({
  name: text(100),
  address: text(300),
  taxId: text(50),
  paymentDays: v.pipe(v.number(days), v.integer(days), v.minValue(0, days), v.maxValue(365, days)),
  taxPercent: v.optional(TaxPercent, 0),
  payment: v.optional(
    v.pipe(
      text(300),
      v.check((words) => ibansOf(words).every(isIban), "must have an IBAN without a typing error"),
    ),
  ),
});
export type Issuer = v.InferOutput<typeof Issuer>;

/** The issuer as a variable of a process, or `none`. CloudFormation keeps only ASCII in outputs, so all else is escaped. */
export const issuerText = (issuer: Issuer | undefined): string =>
  issuer === undefined
    ? "none"
    : JSON.stringify(issuer).replaceAll(
        /[^ -~]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );

const Text = v.pipe(v.string(), v.parseJson(), Issuer);

/** The issuer of such a variable, or null if there is none; throws if it is no such text. */
export const issuerOf = (text = "none"): Issuer | null =>
  text === "none" || text === "" ? null : v.parse(Text, text);
