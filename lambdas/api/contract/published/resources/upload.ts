import * as v from "valibot";
import { UploadId } from "../../../../domain/ids.ts";
import { DateTime, resource, Url } from "../field.ts";

export const Upload = resource({
  upload_id: {
    schema: UploadId,
    meaning: "To create a source asset or a generation with, once, within an hour.",
  },
  method: { schema: v.literal("PUT") },
  url: {
    schema: Url,
    meaning: "Signed and short-lived: send the picture there, without your API key.",
  },
  headers: {
    schema: v.record(v.string(), v.string()),
    meaning:
      "What the PUT must be sent with: `Content-Length`, which most clients send by themselves, and `Content-Type` if you named one.",
  },
  expires_at: { schema: DateTime, meaning: "Until when the PUT may start." },
});
export type Upload = v.InferOutput<typeof Upload>;
