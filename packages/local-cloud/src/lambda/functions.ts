import { existsSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Stack } from "../template/stack.ts";

/** What is needed to run a function of the template. */
export type LambdaFunction = {
  id: string;
  name: string;
  arn: string;
  file: string;
  exportName: string;
  timeoutMs: number;
  memoryMb: number;
  environment: Record<string, string>;
  /** Whether it needs a process instead of a thread. */
  hasOwnProcess: boolean;
};

const Properties = v.object({
  Handler: v.optional(v.string(), "index.handler"),
  Timeout: v.optional(v.number(), 3),
  MemorySize: v.optional(v.number(), 128),
  Environment: v.optional(v.object({ Variables: v.optional(v.record(v.string(), v.string()), {}) }), {}),
});

/**
 * Reads the template's functions that have their code in an asset of the cloud assembly. `hostEnvironment` is added to
 * each function's own variables, and replaces variables of the same name: the endpoints and credentials that AWS supplies
 * by other means, and this host's base URL.
 */
export function readFunctions(
  stack: Stack,
  hostEnvironment: Record<string, string>,
  needsProcess: (id: string) => boolean = () => false,
): LambdaFunction[] {
  return stack.resources("AWS::Lambda::Function", Properties).flatMap((resource) => {
    if (resource.assetPath === undefined) return [];
    const { Handler, Timeout, MemorySize, Environment } = resource.properties;
    const [module = "", exportName = ""] = Handler.split(".");
    const runtime = {
      AWS_LAMBDA_FUNCTION_NAME: resource.name,
      AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${resource.name}`,
      AWS_LAMBDA_LOG_STREAM_NAME: "local",
      AWS_LAMBDA_MAX_CONCURRENCY: "1000",
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
      LAMBDA_TASK_ROOT: resource.assetPath,
      TZ: ":UTC",
      _HANDLER: Handler,
    };
    return {
      id: resource.id,
      name: resource.name,
      arn: resource.attributes.Arn ?? "",
      file: bundleFile(resource.assetPath, module),
      exportName,
      timeoutMs: Timeout * 1000,
      memoryMb: MemorySize,
      environment: { ...runtime, ...Environment.Variables, ...hostEnvironment },
      hasOwnProcess: needsProcess(resource.id),
    };
  });
}

function bundleFile(directory: string, module: string) {
  const candidates = ["mjs", "js", "cjs"].map((extension) => join(directory, `${module}.${extension}`));
  return candidates.find((file) => existsSync(file)) ?? join(directory, `${module}.js`);
}
