import type * as v from "valibot";
import type { Operation } from "../operation.ts";
import type { operations } from "../operations.ts";
import type { ErrorName } from "./errors.ts";
import type { Version } from "./field.ts";

type Result<Declared extends Operation> = NonNullable<Declared["answer"]["body"]>;
type Examples<Value> = Record<string, Value>;

/** What partners read of an operation besides its declaration. Its examples and its schema must fit the declaration. */
type Publication<Declared extends Operation> = {
  tag: "Source assets" | "Generations" | "Listings" | "Usage and billing" | "Keys" | "Webhooks";
  since?: Version;
  summary: string;
  description: string;
  response: {
    schema: v.GenericSchema<unknown, Result<Declared>>;
    description: string;
    examples: Examples<Result<Declared>>;
  };
  errors: ErrorName[];
} & RequestOf<Declared>;

/** What is published of all operations: one that is declared and not published does not compile. */
export type Publications = {
  [Declared in (typeof operations)[number] as Declared["operationId"]]: Publication<Declared>;
};

type RequestOf<Declared> = Declared extends { body: infer Body extends v.GenericSchema }
  ? {
      request: { required: boolean; examples: Examples<v.InferInput<Body>> };
      /** The same as a form with a file. */
      form?: { schema: FormName; examples: Examples<object> };
    }
  : { request?: never; form?: never };

/** The multipart forms, derived from the requests that take a file. */
export type FormName = "CreateSourceAssetForm" | "CreateGenerationForm";

/** The errors of every operation. */
export const always: ErrorName[] = [
  "unauthorized",
  "access_suspended",
  "not_approved",
  "scope_too_narrow",
  "unknown_query_parameter",
  "limit_per_minute",
  "internal_error",
];

/** The errors of every operation that takes a body. */
export const takesBody: ErrorName[] = [
  "malformed_json",
  "unsupported_type",
  "request_too_large",
  "encoded_body",
];

/** The errors of every operation that takes an Idempotency-Key. */
export const writes: ErrorName[] = [
  ...always,
  ...takesBody,
  "idempotency_key_missing",
  "idempotency_conflict",
];
