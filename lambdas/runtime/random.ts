import { randomBytes } from "node:crypto";
import { ulid } from "ulid";
import type { Random } from "../domain/organization/new-organization.ts";

/** The machine's own randomness, for rules that take it as an argument. */
export const systemRandom: Random = { id: ulid, bytes: randomBytes };
