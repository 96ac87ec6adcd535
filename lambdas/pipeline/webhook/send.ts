import { type SigningSecrets, signedHeaders } from "../../domain/webhook/signing.ts";
import { networkRules } from "../../runtime/env.ts";
import { type PostResult, post } from "../../runtime/network/post.ts";

/** Signs and posts one attempt of a message. Never throws: a failure is a result. */
export function sendWebhook(
  url: string,
  messageId: string,
  body: string,
  secrets: SigningSecrets,
): Promise<PostResult> {
  const bytes = Buffer.from(body);
  const headers = {
    "content-type": "application/json",
    "user-agent": "image-staging-api/1.0",
    ...signedHeaders(messageId, bytes, secrets, new Date()),
  };
  return post(url, { rules: networkRules(), headers, body: bytes });
}
