/*
 * Reads without a check, for loops over pixels: the index must lie inside. One function for each kind of array, because V8
 * makes one instruction of a function that sees one kind: one for all kinds takes ten times as long. An index outside makes
 * every later read by its function four times as slow.
 */

export const float32At = (values: Float32Array, index: number): number => values[index] as number;

export const float64At = (values: Float64Array, index: number): number => values[index] as number;

/** Of a raster's bytes too, as decoders return them. */
export const uint8At = (values: Uint8Array, index: number): number => values[index] as number;

export const uint16At = (values: Uint16Array, index: number): number => values[index] as number;

export const uint32At = (values: Uint32Array, index: number): number => values[index] as number;

export const int32At = (values: Int32Array, index: number): number => values[index] as number;

/** Of a list, which can be of several kinds: not for loops over pixels. */
export const numberAt = (values: readonly number[], index: number): number => values[index] as number;
