import { Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { methodsOf, operations } from "../lambdas/api/contract/operations.ts";
import { publicPages } from "../lambdas/api/public-pages.ts";
import { handlersOf, type Parts, type Size } from "./api-functions.ts";
import { disclosurePageRoute } from "./disclosure-page.ts";
import { lambdaFunction, onePermission } from "./function.ts";
import { publicUrlOf, restApi } from "./rest-api.ts";
import type { StageSettings } from "./settings/stage.ts";
import { verifyRoute } from "./verify.ts";

/** The REST API: every operation of the contract as a route with its function. */
export class Api extends Construct {
  readonly api: RestApi;
  /** Where callers and visitors reach the API, without a slash at the end. */
  readonly publicUrl: string;

  constructor(scope: Construct, id: string, parts: Parts) {
    super(scope, id);
    this.api = restApi(this, parts.settings);
    this.publicUrl = publicUrlOf(this.api, parts.settings);
    const handlers = handlersOf(parts, this.publicUrl);
    for (const { operationId, method, path } of operations) {
      const { file, size, grant } = handlers[operationId];
      const handler = this.handler(file, parts, size);
      const integration = onePermission(handler);
      for (const one of methodsOf({ method }))
        this.api.root.resourceForPath(path).addMethod(one, integration);
      grant(handler);
    }
    disclosurePageRoute(this, this.api, parts);
    verifyRoute(this, this.api, parts.settings);
    this.refuseOtherMethods(parts.settings);
  }

  /** API Gateway itself answers a wrong method as it answers an unknown path, so one function answers for all paths. */
  private refuseOtherMethods(settings: StageSettings): void {
    const handler = lambdaFunction(this, "MethodNotAllowed", {
      settings,
      entry: "lambdas/api/routes/method-not-allowed.ts",
      timeout: Duration.seconds(3),
      memoryMb: 128,
      environment: {},
    });
    const integration = onePermission(handler);
    for (const path of new Set([...operations, ...publicPages].map(({ path }) => path)))
      this.api.root.resourceForPath(path).addMethod("ANY", integration);
  }

  /** An operation's function, with what every one needs: who calls (keys) and how often (rate windows). */
  private handler(file: string, { settings, table }: Parts, size: Size = ordinary): LambdaFunction {
    const handler = lambdaFunction(this, functionName(file), {
      settings,
      entry: `lambdas/api/routes/${file}.ts`,
      ...size,
      environment: { TABLE_NAME: table.table.tableName },
    });
    table.grant(handler, "KEY#", ["GetItem"]);
    table.grant(handler, "RATE#", ["UpdateItem"]);
    return handler;
  }
}

/** `source-assets/create` becomes SourceAssetsCreate. A deployed function has this name in its logical id. */
const functionName = (file: string) =>
  file.replace(/(^|[-/])([a-z])/g, (_match, _separator, letter: string) => letter.toUpperCase());

const ordinary = { timeout: Duration.seconds(15), memoryMb: 512 };
