import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { SignatureV4 } from "@smithy/signature-v4";

/** The services that are asked without an SDK client, each for one or two operations. */
type Service =
  | "acm"
  | "apigateway"
  | "bedrock"
  | "events"
  | "kms"
  | "lambda"
  | "logs"
  | "monitoring"
  | "sagemaker"
  | "secretsmanager"
  | "servicequotas"
  | "sns"
  | "sqs"
  | "sts"
  | "wafv2";
type Request = {
  method?: "GET" | "POST";
  path?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Another Region than the operator's. */
  region?: string;
};

/** AWS's refusal of a call; `code` is its error code, such as AccessDenied. */
export class AwsRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Sends one signed request and returns the answer's text; throws an AwsRefusal for any answer but 200. Region and
 * credentials are the SDK's, `AWS_ENDPOINT_URL` and `AWS_ENDPOINT_URL_<SERVICE>` are honoured.
 */
export async function callAws(service: Service, request: Request): Promise<string> {
  const { config } = new CloudFormationClient();
  const [region, credentials] = [request.region ?? (await config.region()), await config.credentials()];
  const endpoint = new URL(request.path ?? "/", endpointOf(service, region));
  const { sha256 } = config;
  const signed = await new SignatureV4({ service, region, credentials, sha256 }).sign({
    method: request.method ?? "POST",
    protocol: endpoint.protocol,
    hostname: endpoint.hostname,
    path: endpoint.pathname,
    headers: { ...request.headers, host: endpoint.host },
    ...(request.body !== undefined && { body: request.body }),
  });
  const answer = await fetch(endpoint, {
    method: signed.method,
    headers: signed.headers,
    body: request.body ?? null,
    signal: AbortSignal.timeout(10_000),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw refusalOf(answer.status, answer.headers.get("x-amzn-errortype"), text);
  return text;
}

/** Sends an operation of a service that speaks AWS's JSON protocol. */
export const callJson = (service: Service, target: string, input: unknown, version = "1.1") =>
  callAws(service, {
    headers: { "content-type": `application/x-amz-json-${version}`, "x-amz-target": target },
    body: JSON.stringify(input),
  });

function endpointOf(service: Service, region: string): string {
  const suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const host = service === "sagemaker" ? "api.sagemaker" : service;
  return (
    process.env[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] ??
    process.env.AWS_ENDPOINT_URL ??
    `https://${host}.${region}.${suffix}`
  );
}

function refusalOf(status: number, errorType: string | null, text: string): AwsRefusal {
  const [, inJson] = /"(?:__type|code)"\s*:\s*"(?:[^"#]*#)?([^"]+)"/i.exec(text) ?? [];
  const [, inXml] = /<Code>([^<]+)<\/Code>/.exec(text) ?? [];
  const code = errorType?.split(":")[0] ?? inJson ?? inXml ?? `HTTP ${status}`;
  const [, message] =
    /"message"\s*:\s*"([^"]+)"/i.exec(text) ?? /<Message>([^<]+)<\/Message>/.exec(text) ?? [];
  return new AwsRefusal(code, message ?? code);
}
