import { clientSamples } from "./client-samples.ts";
import type { Documented } from "./operations.ts";
import { pythonSamples } from "./python-samples.ts";

/** `x-codeSamples` of an operation, from its first example, for the tools that show them. */
export const codeSamplesOf = (documented: Documented) => [
  { lang: "Shell", label: "curl", source: curlOf(documented, jsonOf(documented)) },
  ...(documented.form
    ? [{ lang: "Shell", label: "curl, with a file", source: curlOf(documented, formOf(documented)) }]
    : []),
  { lang: "TypeScript", label: "TypeScript", source: clientSamples[documented.operation.operationId] },
  { lang: "Python", label: "Python", source: pythonSamples[documented.operation.operationId] },
];

/** A command to paste, once BASE_URL, API_KEY and the ids of the path are set. */
function curlOf({ operation }: Documented, body: string[]): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => `$${name.toUpperCase()}`);
  const options = [
    '-H "Authorization: Bearer $API_KEY"',
    ...(operation.method === "POST" ? ['-H "Idempotency-Key: $(uuidgen)"', ...body] : []),
  ];
  return [`curl -sS "$BASE_URL${path}"`, ...options].join(" \\\n  ");
}

const firstOf = (examples: Record<string, unknown>) => Object.values(examples)[0];
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const jsonOf = ({ request }: Documented) =>
  request
    ? [
        "-H 'Content-Type: application/json'",
        `-d ${quoted(JSON.stringify(firstOf(request.examples), null, 2))}`,
      ]
    : ["-X POST"];

const formOf = ({ form }: Documented) =>
  Object.entries({ ...(form && Object(firstOf(form.examples))) }).map(([name, value]) =>
    name === "file" ? "-F file=@room.jpg" : `-F ${quoted(`${name}=${value}`)}`,
  );
