import * as v from "valibot";

/** Half a surrogate pair cannot be encoded in UTF-8, so it could not be echoed. */
export const wellFormed = v.check<string, string>(
  (text) => text.isWellFormed(),
  "must be well-formed Unicode",
);

/** The caller's own name of a job. Characters are Unicode code points, as JSON Schema counts them. */
export const Reference = v.pipe(
  v.string(),
  wellFormed,
  v.check((reference) => [...reference].length <= 200, "must have at most 200 characters"),
  v.metadata({ maxLength: 200 }),
);
