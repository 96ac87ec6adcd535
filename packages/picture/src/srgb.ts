/** The linear value from 0 to 1 of an sRGB one (IEC 61966-2-1). */
export const linearOfSrgb = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** The linear value of each sRGB byte. */
export const linearOf = Float32Array.from({ length: 256 }, (_, byte) => linearOfSrgb(byte / 255));

const steps = 1 << 14;
const encoded = Float32Array.from({ length: steps + 1 }, (_, i) => {
  const value = i / steps;
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
});

/** A linear value from 0 to 1 as an sRGB level from 0 to 255, not rounded. */
export function levelOf(linear: number): number {
  return encoded[Math.min(steps, Math.max(0, Math.round(linear * steps)))] ?? 0;
}

/** Bends what is brighter than white softly to white, as cameras do. */
export function shoulder(value: number): number {
  return value <= 0.6 ? value : 0.6 + 0.4 * (1 - Math.exp((0.6 - value) / 0.4));
}
