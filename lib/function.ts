import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Duration, RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { StageSettings } from "./stage.ts";

export type FunctionProps = {
  settings: StageSettings;
  /** The handler's file, from the project's root. */
  entry: string;
  environment: Record<string, string>;
  timeout: Duration;
  memoryMb: number;
  /** Whether it processes pictures: sharp is native, so it lies beside the bundle. */
  sharp?: boolean;
};

const projectRoot = join(import.meta.dirname, "..");

/** On Lambda, credentials come from the environment: the SDK's other providers, loaded on demand only, stay out. */
const unusedCredentialProviders = ["ini", "process", "sso", "login", "web-identity", "http"].map(
  (provider) => `@aws-sdk/credential-provider-${provider}`,
);

/** One Lambda function: ESM bundle with the SDK inside, its own role and log group, traced. */
export function lambdaFunction(scope: Construct, id: string, props: FunctionProps): NodejsFunction {
  const { settings } = props;
  const logGroup = new LogGroup(scope, `${id}Logs`, {
    retention: settings.logRetentionDays,
    removalPolicy: settings.retainData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  role.addToPolicy(
    new PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logGroup.logGroupArn],
    }),
  );
  return new NodejsFunction(scope, id, {
    entry: join(projectRoot, props.entry),
    projectRoot,
    depsLockFilePath: join(projectRoot, "package-lock.json"),
    runtime: Runtime.NODEJS_24_X,
    architecture: settings.architecture === "arm64" ? Architecture.ARM_64 : Architecture.X86_64,
    role,
    logGroup,
    tracing: Tracing.ACTIVE,
    timeout: props.timeout,
    memorySize: props.memoryMb,
    environment: {
      NODE_OPTIONS: "--enable-source-maps",
      STAGE: settings.stage,
      POWERTOOLS_SERVICE_NAME: "image-staging-api",
      POWERTOOLS_METRICS_NAMESPACE: "ImageStaging",
      ...props.environment,
    },
    bundling: {
      format: OutputFormat.ESM,
      target: "node24",
      mainFields: ["module", "main"],
      minify: true,
      externalModules: [
        ...unusedCredentialProviders,
        "@smithy/credential-provider-imds",
        "@aws-sdk/token-providers",
        ...(props.sharp ? ["sharp"] : []),
      ],
      banner: requireInEsm,
      ...(props.sharp && settings.carrySharp && { commandHooks: carrySharp(settings.architecture) }),
    },
  });
}

const requireInEsm = "import{createRequire as r}from'node:module';const require=r(import.meta.url);";

/** Puts sharp for the Lambda's own CPU beside the bundle, whatever machine synthesizes. Installed once, then copied. */
function carrySharp(architecture: StageSettings["architecture"]) {
  const copy = join(sharpFor(architecture === "arm64" ? "arm64" : "x64"), "node_modules");
  return {
    beforeBundling: () => [],
    beforeInstall: () => [],
    afterBundling: (_inputDir: string, outputDir: string) => [`cp -R "${copy}" "${outputDir}/node_modules"`],
  };
}

function sharpFor(cpu: "arm64" | "x64"): string {
  const { version } = JSON.parse(readFileSync(join(projectRoot, "node_modules/sharp/package.json"), "utf8"));
  const folder = join(projectRoot, "node_modules/.cache", `sharp-${version}-linux-${cpu}`);
  if (!existsSync(join(folder, "node_modules/sharp"))) {
    const target = ["--os=linux", `--cpu=${cpu}`, "--libc=glibc"];
    const quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
    execFileSync("npm", ["install", "--prefix", folder, ...target, ...quiet, `sharp@${version}`], {
      stdio: "pipe",
    });
  }
  return folder;
}
