/** What two sides a line of lettering may mean, in metres, and how likely that reading is, from 0 to 1. */
export interface SideReading {
  sides: readonly [number, number];
  weight: number;
}

type Unit = "metres" | "feet";
interface Reading {
  value: number;
  unit: Unit;
  weight: number;
}

const foot = 0.3048;
const [leastSide, mostSide] = [0.6, 16];

/**
 * All meanings of a line such as 5.16 x 3.48m or 16'11" x 11'5", even if decimal points or marks of feet got lost
 * (516 x 348m, 1611 x 115) or the cross is read as %. Empty if the line is not a size.
 */
export function readSides(line: string): SideReading[] {
  const text = line
    .replace(/[’‘`´′]/g, "'")
    .replace(/[”“″]|''/g, '"')
    .replace(/\(|\)|,(?=\s*$)/g, " ")
    .replace(/(\d)\s*[.,]\s*(\d)/g, "$1.$2");
  const parts = /^\D*?(\d[\d.'"°?*\sa-z]*?)\s*[x×%]\s*(\d[\d.'"°%?*\sa-z]*?)\s*$/i.exec(text.trim());
  if (!parts) return [];
  const [first, second] = [readSide(parts[1] ?? ""), readSide(parts[2] ?? "")];
  const found: SideReading[] = [];
  for (const a of first)
    for (const b of second)
      if (a.unit === b.unit && a.value / b.value < 8 && b.value / a.value < 8)
        found.push({ sides: [a.value, b.value], weight: a.weight * b.weight });
  return found;
}

/** Square metres that a line may mean, and how likely that reading is, from 0 to 1. */
export interface AreaReading {
  area: number;
  weight: number;
}

/**
 * The square metres that a line such as 18,5 m² prints; the raised 2 is often read as another mark. If it is lost, what is
 * left is a length as likely: 23.3m, or 131m without its point.
 */
export function readArea(line: string): AreaReading | undefined {
  const parts = /^\D{0,4}?(\d{1,3}(?:\s*[.,]\s*\d{1,2})?)\s*(qm|m\s*[²2?*°'"]|m)\D*$/i.exec(line.trim());
  const [, digits = "", unit = ""] = parts ?? [];
  const isLost = unit.toLowerCase() === "m";
  const read = Number(digits.replace(/\s/g, "").replace(",", "."));
  const area = isLost && /^\d{3}$/.test(digits) ? read / 10 : read;
  if (isLost) return area >= 5 && area < 100 ? { area, weight: 0.2 } : undefined;
  return area > 1.5 && area < 150 ? { area, weight: 0.4 } : undefined;
}

/** What one side may mean. Marks that were read are believed; digits alone can be metres or feet. */
function readSide(side: string): Reading[] {
  const text = side.trim();
  const metres = /(\d+)\.(\d+)/.exec(text);
  if (metres) return [reading(Number(`${metres[1]}.${metres[2]}`), "metres", 1)].flat();
  const feet = /^(\d+)'\s*(\d*)/.exec(text);
  if (feet) {
    const [whole, inches] = [Number(feet[1]), Number(feet[2] || 0)];
    if (inches < 12) return reading((whole + inches / 12) * foot, "feet", 1);
  }
  const digits = text.replace(/\D/g, "");
  const isMetric = /m/i.test(text);
  const found: Reading[] = [];
  for (let cut = 1; cut <= 2; cut++) {
    if (digits.length - cut === 2)
      found.push(...reading(Number(digits) / 100, "metres", isMetric ? 0.8 : 0.4));
    const [whole, inches] = [Number(digits.slice(0, cut)), Number(digits.slice(cut) || 0)];
    if (!isMetric && digits.length > 0 && inches < 12)
      found.push(...reading((whole + inches / 12) * foot, "feet", 0.4));
  }
  return found;
}

const reading = (value: number, unit: Unit, weight: number): Reading[] =>
  value >= leastSide && value <= mostSide ? [{ value, unit, weight }] : [];

/** Readings of the lines of one label: those that two lines agree on are sure. */
export function agree(lines: readonly (readonly SideReading[])[]): SideReading[] {
  return lines.flatMap((readings, i) =>
    readings.map(({ sides, weight }) => {
      const same = lines.some(
        (others, k) =>
          k !== i && others.some((other) => sides.every((side, n) => near(side, other.sides[n] ?? 0))),
      );
      return { sides, weight: same ? 3 : weight };
    }),
  );
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.03 + 0.01 * a;
