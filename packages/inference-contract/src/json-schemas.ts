import { toJsonSchema } from "@valibot/to-json-schema";
import { ContractError, ContractRequest, ContractResponse } from "./messages.ts";

const titled = (title: string, schema: Parameters<typeof toJsonSchema>[0]) => {
  const { $schema, ...rest } = toJsonSchema(schema, { target: "draft-2020-12" });
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
};

/** The contract's published JSON Schemas: file name in packages/inference-contract/schemas/ → content. */
export const schemaFiles: Record<string, string> = {
  "request.schema.json": titled("Inference request, contract 1.2", ContractRequest),
  "response.schema.json": titled("Inference response, contract 1.2", ContractResponse),
  "error.schema.json": titled("Inference error, contract 1.2", ContractError),
};
