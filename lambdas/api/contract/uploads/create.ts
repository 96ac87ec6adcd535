import * as v from "valibot";
import { optional } from "../../../domain/optional.ts";
import { inMebibytes, maxSourceBytes, pictureTypes } from "../../../domain/source-asset/upload.ts";
import { answers, type Operation } from "../operation.ts";
import type { Upload } from "../published/resources/upload.ts";

export const CreateUpload = {
  operationId: "createUpload",
  method: "POST",
  path: "/api/v1/uploads",
  scope: "full",
  counter: { name: "create_upload", limit: "create_generation_per_minute" },
  body: v.strictObject({
    content_length: v.pipe(
      v.number("must be a number"),
      v.minValue(1, "must be at least 1"),
      v.maxValue(maxSourceBytes, `must be at most ${maxSourceBytes} (${inMebibytes(maxSourceBytes)})`),
      v.integer("must be a whole number"),
    ),
    content_type: optional(v.picklist(pictureTypes, `must be one of ${pictureTypes.join(", ")}`)),
  }),
  answer: answers<Upload>(),
} as const satisfies Operation;
