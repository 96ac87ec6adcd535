import * as v from "valibot";

/** Half a surrogate pair cannot be encoded in UTF-8, so it could not be echoed. */
export const wellFormed = v.check<string, string>(
  (text) => text.isWellFormed(),
  "must be well-formed Unicode",
);

/** In Unicode code points, as JSON Schema counts them. */
export const maxReferenceLength = 200;

/** The caller's own name of a job. */
export const Reference = v.pipe(
  v.string(),
  wellFormed,
  v.check(
    (reference) => [...reference].length <= maxReferenceLength,
    `must have at most ${maxReferenceLength} characters`,
  ),
  v.metadata({ maxLength: maxReferenceLength }),
);
