import { globSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { keys } from "../../../lambdas/storage/keys.ts";
import { bundlingOf, projectRoot } from "../../../lib/bundling.ts";
import { functionModels } from "../../../lib/inference/backends.ts";

/** What the code of a function's bundle needs: actions of AWS, keys of the table, variables. */
export type Needs = { actions: Set<string>; keyPrefixes: Set<string>; variables: Set<string> };

/** Every function's entry by the last part of its construct's id. */
export const entries: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...globSync("lambdas/api/routes/**/*.ts", { cwd: projectRoot }),
      ...globSync("lambdas/pipeline/*.ts", { cwd: projectRoot }).filter((file) => !file.endsWith("/job.ts")),
      "lambdas/deployment/empty-bucket.ts",
      "lambdas/api/disclosure-page/show.ts",
      "lambdas/api/verify/check.ts",
    ].map((entry) => [idOf(entry), entry]),
  ),
  ...Object.fromEntries(Object.entries(functionModels).map(([name, { entry }]) => [name, entry])),
};

function idOf(entry: string): string {
  const path = entry.replace(/^lambdas\/(api\/routes|api|pipeline|deployment)\//, "").replace(/\.ts$/, "");
  return path.replace(/(^|[-/])([a-z])/g, (_match, _separator, letter: string) => letter.toUpperCase());
}

let bundled: ReturnType<typeof bundleAll> | undefined;

/** The modules in a function's bundle after tree shaking, not minified, each with its path in front. */
async function modulesOf(entry: string): Promise<string[]> {
  bundled ??= bundleAll();
  const modules = (await bundled).get(entry);
  if (!modules) throw new Error(`${entry} is no function's entry.`);
  return modules;
}

/** All bundles at once: esbuild reads what they share, such as the SDK, once. What is in each is as if it were made alone. */
async function bundleAll(): Promise<Map<string, string[]>> {
  const { outputFiles } = await build({
    ...bundlingOf("", { sharp: true }),
    entryPoints: Object.fromEntries(Object.values(entries).map((entry) => [entry, join(projectRoot, entry)])),
    outdir: projectRoot,
    minify: false,
    alias: {},
    write: false,
    logLevel: "silent",
  });
  return new Map(
    outputFiles.map(({ path, text }) => [
      relative(projectRoot, path).replace(/\.js$/, ""),
      text.split(/^ *\/\/ (?=[\w@./-]+\.(?:js|ts|mjs|json|cjs)$)/m),
    ]),
  );
}

/** The project's own code in a function's bundle. */
async function ownCodeOf(entry: string): Promise<string> {
  const own = (await modulesOf(entry)).filter(
    (module) => /^(lambdas|models)\//.test(module) && !isKeyTable(module),
  );
  return own.join("\n").replaceAll(renamed, "$1(");
}

/** What a function's code loads from beside its bundle: whether sharp, and the names of files. */
export async function loadedBy(entry: string): Promise<{ sharp: boolean; files: string[] }> {
  const modules = await modulesOf(entry);
  const own = modules.filter((module) => /^(lambdas|packages)\//.test(module)).join("\n");
  const files = Array.from(
    own.matchAll(/"(?:[^"\s]*\/([\w.-]+\.(?:wasm|onnx|ttf|txt|mjs))|@fontsource-variable\/([\w-]+))"/g),
    ([, file, font]) => file ?? font ?? "",
  );
  return {
    sharp: /(?:from|import\(|require\() ?"sharp"/.test(modules.join("\n")),
    files: [...new Set(files)].sort(),
  };
}

/** esbuild numbers names that two modules share, such as the document client's QueryCommand and the client's own. */
const renamed = /\b(\w*[a-z])\d+\(/g;

const isKeyTable = (module: string) => module.startsWith("lambdas/storage/keys.ts");

/** Which code needs which permission. Each write of a transaction is authorized by itself, and a signed URL when it is used. */
const permissions: [RegExp, string][] = [
  [/new (?:Transact)?GetCommand\(/, "dynamodb:GetItem"],
  [/new BatchGetCommand\(/, "dynamodb:BatchGetItem"],
  [/new QueryCommand\(|paginateQuery\(/, "dynamodb:Query"],
  [/new PutCommand\(|^ *Put: \{/m, "dynamodb:PutItem"],
  [/new UpdateCommand\(|^ *Update: \{/m, "dynamodb:UpdateItem"],
  [/new DeleteCommand\(|^ *Delete: \{/m, "dynamodb:DeleteItem"],
  [/^ *ConditionCheck: \{/m, "dynamodb:ConditionCheckItem"],
  [/new ScanCommand\(|paginateScan\(/, "dynamodb:Scan"],
  [/new (?:Get|Head)ObjectCommand\(|signedUrl\("GET"/, "s3:GetObject"],
  [/instanceof (?:NoSuchKey|NotFound)\b|paginateListObjectsV2\(/, "s3:ListBucket"],
  [/new PutObjectCommand\(|signedUrl\("PUT"/, "s3:PutObject"],
  [/new DeleteObjectsCommand\(/, "s3:DeleteObject"],
  [/new StartExecutionCommand\(/, "states:StartExecution"],
  [/new SendTaskSuccessCommand\(/, "states:SendTaskSuccess"],
  [/new SendTaskFailureCommand\(/, "states:SendTaskFailure"],
  [/new PutEventsCommand\(/, "events:PutEvents"],
  [/new SignCommand\(/, "kms:Sign"],
  [/new GetSecretValueCommand\(/, "secretsmanager:GetSecretValue"],
  [/new InvokeEndpointAsyncCommand\(/, "sagemaker:InvokeEndpointAsync"],
];

const command = /new (\w+Command)\(|\bpaginate\w+\(/g;

/** What a bundle needs. Throws for an SDK command that is not in the list above. */
export async function needsOf(entry: string): Promise<Needs> {
  const code = await ownCodeOf(entry);
  for (const [call] of code.matchAll(command))
    if (call !== "new TransactWriteCommand(" && !permissions.some(([pattern]) => pattern.test(call)))
      throw new Error(`${entry} calls ${call}…), and its permission is not known here.`);
  const keyNames = Array.from(code.matchAll(/\bkeys\d*\.(\w+)\(/g), ([, name = ""]) => name);
  return {
    actions: new Set(permissions.flatMap(([pattern, action]) => (pattern.test(code) ? [action] : []))),
    keyPrefixes: new Set([
      ...keyNames.map(prefixOf),
      ...(/\bopenIndex\d*\.shards\b/.test(code) ? ["OPEN#"] : []),
    ]),
    variables: new Set(
      Array.from(code.matchAll(/\benv\("(\w+)"\)|process\.env\.(\w+)/g), ([, a, b]) => a ?? b ?? ""),
    ),
  };
}

function prefixOf(name: string): string {
  const key = Object.entries(keys).find(([known]) => known === name)?.[1];
  const pk: unknown = key && Reflect.apply(key, undefined, ["a", "b", "c", 1]).pk;
  return /^[A-Z]+(#|$)/.exec(String(pk))?.[0] ?? `an unknown key: ${name}`;
}
