import { answers, type Operation } from "../operation.ts";
import type { Capabilities } from "../published/resources/capabilities.ts";

export const GetCapabilities = {
  operationId: "getCapabilities",
  method: "GET",
  path: "/api/v1/capabilities",
  scope: "read",
  counter: { name: "get_capabilities", limit: "get_generation_per_minute" },
  answer: answers<Capabilities>(),
} as const satisfies Operation;
