import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** What does not fit, or null. */
export type Check = (value: unknown) => string | null;

type Content = Record<string, { schema: object } | undefined>;
type Operation = {
  operationId: string;
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
};

const documents = join(import.meta.dirname, "../../packages/openapi");

/** The versions of the contract with a document that does not change. */
export const frozenVersions = globSync("[0-9]*.json", { cwd: documents }).map((file) =>
  basename(file, ".json"),
);

/** Checks values by a document of packages/openapi. */
export function openDocument(file: string) {
  const document = JSON.parse(readFileSync(join(documents, file), "utf8"));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("binary", true);
  ajv.addSchema({ $id: "openapi", ...document });
  const compiled = new Map<string, Check>();

  /** Checks values by a schema of the document, which may refer to its components. */
  function validatorOf(schema: object): Check {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/');
    const known = compiled.get(text);
    if (known) return known;
    const validate = ajv.compile(JSON.parse(text));
    const check: Check = (value) => (validate(value) ? null : ajv.errorsText(validate.errors));
    compiled.set(text, check);
    return check;
  }

  const operations = new Map(
    Object.values<Record<string, Operation>>(document.paths)
      .flatMap((methods) => Object.values(methods))
      .map((operation) => [operation.operationId, operation]),
  );

  return {
    document,
    validatorOf,
    /** Checks a response body of an operation; a status that the document does not list fits nothing. */
    responseValidator: (operationId: string, status: number): Check => {
      const schema = operations.get(operationId)?.responses[status]?.content["application/json"]?.schema;
      return schema ? validatorOf(schema) : () => `${operationId} does not document status ${status}`;
    },
    /** Checks the body of a request; an operation without a body of that type takes anything. */
    requestValidator: (operationId: string, type = "application/json"): Check => {
      const schema = operations.get(operationId)?.requestBody?.content[type]?.schema;
      return schema ? validatorOf(schema) : () => null;
    },
  };
}

/** The document of the service as it is now. */
export const { validatorOf, responseValidator, requestValidator } = openDocument("openapi.json");
