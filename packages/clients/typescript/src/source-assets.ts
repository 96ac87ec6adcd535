import type { Answer, CallOptions, Connection } from "./http.ts";
import { bodyWith, type NewPicture } from "./picture.ts";
import type { SourceAssetIngestJob } from "./types.ts";
import { callOptionsOf, type Waitable, type WaitOptions, waitable, waitFor } from "./wait.ts";

const path = "/api/v1/source-assets";
const hasEnded = ({ status }: SourceAssetIngestJob) => status === "ready" || status === "failed";

export function sourceAssetsOf(connection: Connection) {
  const { json } = connection;
  const read = (id: string, given: CallOptions) =>
    json<SourceAssetIngestJob>({ ...given, method: "GET", path: `${path}/${encodeURIComponent(id)}` });
  const wait = (first: Answer<SourceAssetIngestJob>, options?: WaitOptions<SourceAssetIngestJob>) =>
    waitFor(first, (given) => read(first.body.ingest_id, given), hasEnded, options);

  async function send(picture: NewPicture, given: CallOptions): Promise<Answer<SourceAssetIngestJob>> {
    const options = { ...given, idempotencyKey: given.idempotencyKey ?? crypto.randomUUID() };
    const body = await bodyWith(connection, picture, options);
    return json({ ...options, method: "POST", path, body });
  }

  return {
    /** Brings a picture. `create(…).wait()` resolves when it is a source asset, with its `source_asset_id`. */
    create: (picture: NewPicture, given: CallOptions = {}): Waitable<SourceAssetIngestJob> =>
      waitable(send(picture, given), wait),
    /** The ingest as it is now. */
    get: async (ingestId: string, given: CallOptions = {}): Promise<SourceAssetIngestJob> =>
      (await read(ingestId, given)).body,
    /** Waits for an ingest that was created before. Throws a JobFailedError or a DeadlineError. */
    wait: async (
      ingestId: string,
      options: WaitOptions<SourceAssetIngestJob> = {},
    ): Promise<SourceAssetIngestJob> => wait(await read(ingestId, callOptionsOf(options)), options),
  };
}
