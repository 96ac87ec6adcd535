import type * as v from "valibot";
import type { RateCounter } from "../../domain/organization/limits.ts";
import type { KeyScope } from "../../domain/organization/organization.ts";

/** An object in a request. Strict, so that a mistyped name is refused instead of ignored. */
type Named = v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** The query parameters of an operation. */
export type Query = Named;

/** What an operation answers with. It exists for the compiler only, so that a handler carries no schema of its answer. */
export type Answers<Body> = { readonly body?: Body };
export const answers = <Body>(): Answers<Body> => ({});

/**
 * One operation of the contract. Its handler, API Gateway's route and the OpenAPI document are made from it; what the
 * document says of it besides is in published/.
 */
export type Operation<Body = unknown> = {
  operationId: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /** The narrowest scope of a key that may call it. */
  scope: KeyScope;
  /** What a request counts against. */
  counter: RateCounter;
  /**
   * Whether the caller's key and organization are read for every request. It must be so if what the operation writes gives
   * power that outlives the key; others trust what a container has known for up to 30 seconds.
   */
  rereadsCaller?: true;
  query?: Query;
  body?: Named;
  /** The media types of its answer, of which Accept chooses; JSON alone unless they are named. */
  types?: readonly string[];
  answer: Answers<Body>;
};
