import { ulid } from "ulid";
import { newUpload } from "../../../domain/source-asset/upload.ts";
import { findAccepted } from "../../../storage/idempotency.ts";
import { objectKeys } from "../../../storage/object-keys.ts";
import { signedUrl, signedUrlExpiry } from "../../../storage/signed-urls.ts";
import { createUpload } from "../../../storage/source-asset/uploads.ts";
import { readJson } from "../../chain/body.ts";
import { answer, jsonOf } from "../../chain/http.ts";
import { parseInput } from "../../chain/parse-input.ts";
import { route } from "../../chain/route.ts";
import type { Upload } from "../../contract/published/resources/upload.ts";
import { CreateUpload } from "../../contract/uploads/create.ts";
import { idempotencyClaimOf, replay, replayWinner } from "../../creation/idempotency.ts";

/** POST /api/v1/uploads */
export const handler = route(CreateUpload, {
  readBody: readJson,
  parse: ({ event, caller, body }) => ({
    picture: parseInput(CreateUpload.body, body.fields),
    claim: idempotencyClaimOf(event, caller, body),
  }),
  read: ({ input, now }) => findAccepted(input.claim, now),
  answer: async (accepted, { input: { claim, picture }, now }) => {
    if (accepted) return replay(accepted, claim);
    const upload = newUpload(claim.organizationId, `upl_${ulid()}`, now);
    const response = jsonOf(await uploadView(upload, picture, now));
    const outcome = await createUpload(claim, response.text, upload, now);
    return outcome === "created" ? answer(200, response) : replayWinner(claim, now);
  },
});

type Stored = ReturnType<typeof newUpload>;
type Picture = { content_length: number; content_type?: string | undefined };

/** How to put the picture: by a signed URL, which fixes its length, and its type if the caller names one. */
async function uploadView(
  { organization_id, upload_id }: Stored,
  { content_length, content_type }: Picture,
  now: Date,
): Promise<Upload> {
  const signed = { contentLength: content_length, contentType: content_type };
  return {
    upload_id,
    method: "PUT",
    url: await signedUrl("PUT", objectKeys.upload(organization_id, upload_id), now, signed),
    headers: {
      "Content-Length": String(content_length),
      ...(content_type && { "Content-Type": content_type }),
    },
    expires_at: signedUrlExpiry(now).toISOString(),
  };
}
