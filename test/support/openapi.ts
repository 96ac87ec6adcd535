import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi/openapi.json"), "utf8"));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addFormat("binary", true);
ajv.addSchema({ $id: "openapi", ...document });

/** What does not fit, or null. */
export type Check = (value: unknown) => string | null;

const compiled = new Map<string, Check>();

/** Checks values by a schema of the document, which may refer to its components. */
export function validatorOf(schema: object): Check {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
  const known = compiled.get(text);
  if (known) return known;
  const validate = ajv.compile(JSON.parse(text));
  const check: Check = (value) => (validate(value) ? null : ajv.errorsText(validate.errors));
  compiled.set(text, check);
  return check;
}

type Content = { content: Record<string, { schema: object }> };
type Operation = {
  operationId: string;
  requestBody?: Content;
  responses: Record<string, { content: Record<string, { schema: object }> }>;
};
const operations = new Map(
  Object.values<Record<string, Operation>>(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);

/** Checks a response body of an operation; a status that the document does not list fits nothing. */
export function responseValidator(operationId: string, status: number): Check {
  const schema = operations.get(operationId)?.responses[status]?.content["application/json"]?.schema;
  return schema ? validatorOf(schema) : () => `${operationId} does not document status ${status}`;
}

/** Checks the JSON body of a request; an operation without a body takes anything. */
export function requestValidator(operationId: string): Check {
  const schema = operations.get(operationId)?.requestBody?.content["application/json"]?.schema;
  return schema ? validatorOf(schema) : () => null;
}
