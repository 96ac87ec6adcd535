import { createFromUrl } from "../examples/generations.ts";
import {
  createdUpload,
  createUpload,
  failedIngest,
  queuedIngest,
  readyIngest,
} from "../examples/source-assets.ts";
import { always, type Publications, writes } from "../operation.ts";
import { SourceAssetIngestJob } from "../resources/source-asset-ingest-job.ts";
import { Upload } from "../resources/upload.ts";

export const sourceAssets = {
  createUpload: {
    tag: "Source assets",
    since: "1.1.0",
    summary: "Create an upload",
    description:
      "Gives a signed URL to which one picture of up to 50 MiB can be put, and the `upload_id` to use it with. Put exactly as many bytes as you named, and as the type that you named: the URL takes nothing else.",
    request: {
      required: true,
      examples: { panorama: createUpload, length_only: { content_length: 8_231_507 } },
    },
    response: {
      schema: Upload,
      description: "Where to put the picture, and how.",
      examples: { created: createdUpload },
    },
    errors: [...writes, "length_out_of_range"],
  },
  createSourceAsset: {
    tag: "Source assets",
    summary: "Create a source asset ingest job",
    description:
      "Brings one picture, by URL, by upload or as a file. Exactly one of `file`, `source_url` and `upload_id` must be given. The picture is fetched, checked and stored asynchronously.",
    request: {
      required: true,
      examples: {
        by_url: { source_url: createFromUrl.source_url },
        by_upload: { upload_id: createdUpload.upload_id },
      },
    },
    form: { schema: "CreateSourceAssetForm", examples: { by_file: { file: "(the bytes of the picture)" } } },
    response: {
      schema: SourceAssetIngestJob,
      description: "The ingest job.",
      examples: { queued: queuedIngest },
    },
    errors: [
      ...writes,
      "malformed_multipart",
      "one_picture",
      "refused_url",
      "unusable_upload",
      "file_too_large",
    ],
  },
  getSourceAsset: {
    tag: "Source assets",
    summary: "Get a source asset ingest job",
    description: "Poll until `ready`, which yields the `source_asset_id`, or `failed`.",
    response: {
      schema: SourceAssetIngestJob,
      description: "The ingest job as it is now.",
      examples: { ready: readyIngest, failed: failedIngest },
    },
    errors: [...always, "ingest_not_found"],
  },
} satisfies Partial<Publications>;
