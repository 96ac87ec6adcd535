import * as v from "valibot";

/** A whole number within bounds. The message completes a sentence that begins with the setting's name. */
export const whole = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
};

export const matching = (pattern: RegExp, message: string) =>
  v.pipe(v.string(message), v.regex(pattern, message));

export const yesOrNo = v.boolean("must be true or false");
