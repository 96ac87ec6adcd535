import middy from "@middy/core";
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import { startReader } from "../../runtime/credentials/c2pa.ts";
import { trustOf } from "../../runtime/credentials/trust.ts";
import { verifyPicture } from "../../runtime/credentials/verify-picture.ts";
import { errorForLog, logFor } from "../../runtime/log.ts";
import { commonHeaders, envelope, json } from "../chain/http.ts";
import { fileOf } from "./files.ts";
import { pageHeaders, pageOf } from "./page.ts";

const trust = trustOf(process.env);
const page = pageOf(trust);
const notPicture = "Send the bytes of one JPEG, PNG or WebP picture as the body, with nothing around them.";
const noFile = "There is no such endpoint: check the path.";

/**
 * GET /verify: the page, which checks pictures in the browser. GET /verify/{file}: what it does that with. POST /verify with a
 * picture as the body: for programs, what its content credentials say, as JSON. It takes no key, reads no data of the service,
 * and keeps nothing: the picture and what it says reach no store and no log.
 */
export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>({ timeoutEarlyInMillis: 0 })
  .onError((request) => {
    logFor(request.context).error("The check failed unexpectedly", { error: errorForLog(request.error) });
    const body = envelope(
      "internal_error",
      "The picture can't be checked now. Try again in a minute.",
      true,
      60,
    );
    request.response = json(500, body, commonHeaders(request.event));
  })
  .handler(async (event: APIGatewayProxyEvent) => {
    const file = event.pathParameters?.file;
    if (file !== undefined)
      return fileOf(file) ?? json(404, envelope("not_found", noFile, false, null), commonHeaders(event));
    if (event.httpMethod !== "POST") return { statusCode: 200, headers: pageHeaders, body: page };
    const picture = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
    const verification = await verifyPicture(picture, trust, startReader);
    const headers = { ...commonHeaders(event), "X-Content-Type-Options": "nosniff" };
    if (!verification) return json(400, envelope("bad_request", notPicture, false, null), headers);
    return json(200, verification, headers);
  });
