import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { env } from "node:process";
import { buffer } from "node:stream/consumers";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { listen } from "@image-staging/local-cloud/http";
import { SignatureV4 } from "@smithy/signature-v4";

/** A call of an AWS service by a function. `what` is such as "GetItem ORG#…#JOB#…" or "PUT /bucket/key". */
export type AwsCall = { what: string; headers: IncomingHttpHeaders; body: Buffer };

/** Sees every call before it reaches the service and after it has taken effect; if it throws, the caller gets no answer. */
export type Interceptor = {
  before?: (call: AwsCall) => unknown;
  after?: (call: AwsCall) => unknown;
};

/** A proxy between the functions and an AWS service. */
export async function startProxy(interceptor: () => Interceptor) {
  let target = "";
  const { url, close } = await listen(0, async (incoming, response) => {
    try {
      const call = { what: "", headers: incoming.headers, body: await buffer(incoming) };
      call.what = describe(incoming, call.body);
      await interceptor().before?.(call);
      const answer = await forward(target, incoming, call);
      const body = await buffer(answer);
      await interceptor().after?.(call);
      response.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
    } catch {
      response.destroy();
    }
  });
  return {
    url,
    close,
    forwardTo: (serviceUrl: string) => {
      target = serviceUrl;
    },
  };
}

async function forward(target: string, { method, url }: IncomingMessage, { headers, body }: AwsCall) {
  const outgoing = request(new URL(url ?? "/", target), { method, headers });
  const [answer] = (await Promise.all([once(outgoing, "response"), outgoing.end(body)]))[0];
  return answer as IncomingMessage;
}

function describe({ method, url, headers }: IncomingMessage, body: Buffer): string {
  const operation = headers["x-amz-target"]?.toString().split(".").at(-1);
  if (operation === undefined) return `${method} ${url?.split("?")[0]}`;
  const item = /"pk":\{"S":"([^"]+)"\},"sk":\{"S":"([^"]+)"\}/.exec(body.toString());
  return item ? `${operation} ${item[1]} ${item[2]}` : operation;
}

/** Signs a call of SageMaker Runtime after its headers were changed, with the keys of the service under test. */
export async function signAgain(call: AwsCall): Promise<void> {
  const [method = "", path = ""] = call.what.split(" ");
  const { authorization: _, "x-amz-date": __, ...headers } = call.headers;
  const signer = new SignatureV4({
    service: "sagemaker",
    region: env.AWS_REGION ?? "",
    credentials: {
      accessKeyId: env.AWS_ACCESS_KEY_ID ?? "",
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? "",
    },
    sha256: new DynamoDBClient({ region: "local" }).config.sha256,
  });
  const unsigned = { method, path, protocol: "http:", hostname: String(headers.host), body: call.body };
  const signed = await signer.sign({ ...unsigned, headers: headers as Record<string, string> });
  call.headers = signed.headers;
}
