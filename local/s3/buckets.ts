import * as v from "valibot";
import type { Stack } from "../template/stack.ts";

/** The names of the template's buckets. */
export const bucketsOf = (stack: Stack): string[] =>
  stack.resources("AWS::S3::Bucket", v.object({})).map(({ name }) => name);
