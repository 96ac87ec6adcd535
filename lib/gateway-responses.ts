import { ResponseType, type RestApi } from "aws-cdk-lib/aws-apigateway";

type Answer = {
  types: ResponseType[];
  /** Null keeps the status with which API Gateway answers. */
  status: string | null;
  code: string;
  message: string;
};

/**
 * What API Gateway answers by itself. For an unknown path it reports a missing authentication token, or takes the bearer
 * token for a broken AWS signature: all of these are 404. Every
 * 4XX type that AWS lists is here, but for those of authorizers, validators, usage plans and API keys of AWS, which no method has. The default of
 * the rest has no status: AWS gives one to all other 4XX types too. The 5XX types are all 500, as the contract has no other.
 */
const answers: Answer[] = [
  {
    types: [
      ResponseType.MISSING_AUTHENTICATION_TOKEN,
      ResponseType.INVALID_SIGNATURE,
      ResponseType.EXPIRED_TOKEN,
      ResponseType.RESOURCE_NOT_FOUND,
    ],
    status: "404",
    code: "not_found",
    message: "There is no such endpoint: check the path.",
  },
  {
    types: [ResponseType.REQUEST_TOO_LARGE],
    status: "413",
    code: "bad_request",
    message: "The request is too large: its body may have about 4.4 MB.",
  },
  {
    types: [ResponseType.UNSUPPORTED_MEDIA_TYPE],
    status: "400",
    code: "bad_request",
    message: "Send the body as application/json or as multipart/form-data.",
  },
  {
    types: [ResponseType.THROTTLED],
    status: "429",
    code: "rate_limited",
    message: "Too many requests. Try again in a second.",
  },
  {
    types: [ResponseType.WAF_FILTERED],
    status: "403",
    code: "forbidden",
    message: "Access is denied.",
  },
  {
    types: [ResponseType.DEFAULT_4XX],
    status: null,
    code: "bad_request",
    message:
      "The request cannot be served: check the method, the path, the headers and the size of the body.",
  },
  {
    types: [ResponseType.DEFAULT_5XX],
    status: "500",
    code: "internal_error",
    message: "An unexpected error occurred. Try again later.",
  },
];

/** Gives API Gateway's own errors the envelope and headers of the service's (contract, errors.*). */
export function envelopeGatewayErrors(api: RestApi): void {
  for (const { types, ...answer } of answers)
    for (const type of types)
      api.addGatewayResponse(`${type.responseType}Response`, {
        type,
        ...(answer.status !== null && { statusCode: answer.status }),
        templates: { "application/json": JSON.stringify({ error: errorOf(answer) }) },
        responseHeaders: headersOf(answer),
      });
}

const retryAfter = ({ status }: Pick<Answer, "status">) => (status === "429" ? 1 : null);

const errorOf = ({ status, code, message }: Omit<Answer, "types">) => ({
  code,
  message,
  retryable: status === "429" || status === "500",
  retry_after: retryAfter({ status }),
});

const headersOf = (answer: Omit<Answer, "types">) => ({
  "Cache-Control": "'no-store'",
  "x-request-id": "context.requestId",
  ...(retryAfter(answer) !== null && { "Retry-After": `'${retryAfter(answer)}'` }),
});
