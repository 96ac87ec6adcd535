/** What two sides a line of lettering may mean, in metres, and how likely that reading is, from 0 to 1. */
export interface SideReading {
  sides: readonly [number, number];
  weight: number;
}

/** Square metres that a line may mean, and how likely that reading is, from 0 to 1. */
export interface AreaReading {
  area: number;
  weight: number;
}

/** What a length may mean, in metres, in which unit it is printed, and how likely that is. */
export interface LengthReading {
  value: number;
  unit: "metres" | "feet";
  weight: number;
}

/** Metres. */
export const foot = 0.3048;
/** Square metres of a tatami mat, at least, by Japan's rule for advertisements of homes. */
const mat = 1.62;
/** The shortest and the longest side of a room, in metres. */
const [leastSide, mostSide] = [0.6, 16];
/** How many times as long as the other one side of a room is. */
const mostStretched = 8;

/** A number with its decimals, inches, fraction, marks and unit. */
const length = String.raw`\d{1,5}(?:\s?[.,]\s?\d{1,3})?(?:\s?(?:'|ft\.?|feet)?\s?-?\s?\d{0,2}(?:\s\d{1,2}\/\d{1,2})?\s?["']{0,2})?\s?(?:mm|cm|mts?|m|in)?\.?`;
const pair = new RegExp(String.raw`(?<![\d.,])(${length})\s*(?:[x×✕*%]|by)\s*(${length})(?![\d.,]*\d)`, "gi");
const alone = new RegExp(`^[~(]?(${length})[)]?$`, "i");

/** Marks as one writes them: 12'3", 3.5, m2. Readers take seconds of arc and raised circles for inches. */
const plain = (line: string): string =>
  line
    .normalize("NFKC")
    .replace(/[‘’`´′]/g, "'")
    .replace(/''|[“”″°]/g, '"')
    .replace(/(?<=\d)[:·](?=\d)/g, ".")
    .replace(/(\d\s?['"])[–—→]+|(\d)[–—→]+(?=\d)/g, "$1$2-");

/** All meanings of the sizes in a line, such as 5.16 x 3.48m or 16'11" x 11'5", even if points or marks got lost (516 x 348). */
export function readSides(line: string): SideReading[] {
  return [...plain(line).matchAll(pair)].flatMap(([, first = "", second = ""]) =>
    lengthsIn(first).flatMap((a) =>
      lengthsIn(second).flatMap((b) =>
        a.unit === b.unit && isSide(a.value) && isSide(b.value) && isUsual(a.value / b.value)
          ? [{ sides: [a.value, b.value] as const, weight: a.weight * b.weight }]
          : [],
      ),
    ),
  );
}

const isSide = (value: number): boolean => value >= leastSide && value <= mostSide;
const isUsual = (ratio: number): boolean => ratio < mostStretched && ratio > 1 / mostStretched;

/**
 * All meanings of a line that is a length and nothing else, as on a dimension line. Digits alone are metric, of three at least:
 * fewer number a room.
 */
export function readLength(line: string): LengthReading[] {
  const text = alone.exec(plain(line).trim())?.[1] ?? "";
  if (!/^\d+$/.test(text)) return lengthsIn(text);
  return text.length < 3 ? [] : lengthsIn(text).filter(({ unit }) => unit === "metres");
}

/** What a printed length may mean. Marks that were read are believed; digits alone can be of any unit. */
function lengthsIn(text: string): LengthReading[] {
  const [, whole = "", decimals = "", unit = ""] =
    /^(\d+)(?:\s?[.,]\s?(\d+))?\s?(mm|cm|mts?|m)?\.?$/i.exec(text.trim()) ?? [];
  if (whole.length > 2 && !decimals && /^mt?/i.test(unit) && !/^mm/i.test(unit))
    return digitsOf(whole, false);
  const value = Number(decimals ? `${whole}.${decimals}` : whole);
  if (/^[cm]m$/i.test(unit))
    return [{ value: value / (unit[0] === "c" || unit[0] === "C" ? 100 : 1000), unit: "metres", weight: 1 }];
  if (whole && (decimals || unit)) return decimalsOf(value, decimals.length, unit !== "");
  const [, feet = "", inches = "0"] = /^(\d{1,2})\s?(?:'|ft\.?|feet|-)\s?-?\s?(\d{0,2})/i.exec(text) ?? [];
  if (feet && Number(inches) < 12) return [{ value: inFeet(feet, inches), unit: "feet", weight: 1 }];
  return digitsOf(text.replace(/\D/g, ""), /['"]/.test(text));
}

const inFeet = (feet: string, inches: string): number => (Number(feet) + Number(inches || 0) / 12) * foot;

/** 3.48 is metres; 11.7 can be feet. */
function decimalsOf(value: number, decimals: number, isMetric: boolean): LengthReading[] {
  const metres: LengthReading = { value, unit: "metres", weight: isMetric ? 1 : decimals > 1 ? 0.9 : 0.6 };
  return isMetric || value < 4 ? [metres] : [metres, { value: value * foot, unit: "feet", weight: 0.4 }];
}

/** 45 is 4.5 m or 45 feet, 348 is 3.48 m or 34'8", 3480 is in millimetres, 115 is 11'5". */
function digitsOf(digits: string, isMarked: boolean): LengthReading[] {
  const metres = [1, 10, 100, 1000, 1000][digits.length - 1];
  const found: LengthReading[] =
    metres && !isMarked
      ? [{ value: Number(digits) / metres, unit: "metres", weight: digits.length > 3 ? 0.4 : 0.2 }]
      : [];
  for (let cut = 1; cut <= Math.min(2, digits.length); cut++) {
    const inches = digits.slice(cut);
    if (Number(inches) < 12 && inches.length < 3)
      found.push({ value: inFeet(digits.slice(0, cut), inches), unit: "feet", weight: 0.4 });
  }
  return found;
}

const areas: readonly (readonly [RegExp, number])[] = [
  [/(\d{1,3}(?:\s?[.,]\s?\d{1,2})?)\s*(?:m\s?[2?*"']|n2|qm|mq|kvm|sq\.?\s?m)/i, 1],
  [/(\d{2,4}(?:[.,]\d)?)\s*(?:sq\.?\s?ft|sqft|ft\s?2)/i, foot ** 2],
  // Readers take the sign of a mat for signs that look like it.
  [/(\d{1,2}(?:[.,]\d{1,2})?)\s*(?:[畳帖叠疊壹豊]|jo\b)/i, mat],
];

/**
 * The square metres that a line prints: 18,5 m², 170 sq ft, 6 mats. If the raised 2 is lost, what is left is a length as likely:
 * 23.3m, or 131m without its point.
 */
export function readArea(line: string): AreaReading | undefined {
  const text = plain(line);
  for (const [pattern, unit] of areas) {
    const digits = pattern.exec(text)?.[1]?.replace(/\s/g, "").replace(",", ".");
    const area = Number(digits) * unit;
    if (area > 1.5 && area < 150) return { area, weight: 0.4 };
  }
  const [, lost = ""] = /^\D{0,4}?(\d{1,3}(?:[.,]\d{1,2})?)\s?m$/i.exec(text.trim()) ?? [];
  const read = Number(lost.replace(",", "."));
  const area = /^\d{3}$/.test(lost) ? read / 10 : read;
  return area >= 5 && area < 100 ? { area, weight: 0.2 } : undefined;
}

/** Readings of the lines of one label: those that two lines agree on are sure. */
export function agree(lines: readonly (readonly SideReading[])[]): SideReading[] {
  const all = lines.flat();
  return all.map(({ sides, weight }) => {
    const alike = all.filter((other) => sides.every((side, n) => near(side, other.sides[n] ?? 0)));
    return { sides, weight: alike.length > 1 ? 3 : weight };
  });
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.03 + 0.01 * a;
