import {
  ApiError,
  type FailureCode,
  imageStaging,
  JobFailedError,
  type RefusalCode,
  unchecked,
  webhooks,
} from "@image-staging/client";

// What a partner's compiler refuses. TypeScript of the repository reads it with all sources, and the oldest one that the
// client is for by `npm run test:long -- runtimes`: there, with the declarations of the packed client.

const { generations, download } = imageStaging({ baseUrl: "https://api.example.com", apiKey: "k" });
const url = "https://example.com/room.jpg";

export async function refused() {
  // @ts-expect-error a photo needs a mode
  await generations.create({ url, workflow: "staging", capture_type: "photo", room_types: ["Kitchen"] });
  const panorama = { url, workflow: "staging", capture_type: "panorama360", style_preset: "boho" } as const;
  await generations.create(panorama);
  // @ts-expect-error a panorama takes no mode
  await generations.create({ ...panorama, mode: "clean" });
  // @ts-expect-error pro_capture takes no style
  await generations.create({ url, workflow: "pro_capture", capture_type: "photo", style_preset: "boho" });
  // @ts-expect-error one picture, not two
  await generations.create({ url, asset: "src_1", workflow: "pro_capture", capture_type: "photo" });
  // @ts-expect-error no picture
  await generations.create({ workflow: "pro_capture", capture_type: "photo" });
  // @ts-expect-error there is no such code
  const code: RefusalCode = "not_founded";
  return code;
}

export async function allowed(
  form: { workflow: "staging"; capture_type: "photo"; mode?: "clean" },
  bytes: Uint8Array,
) {
  const options = {
    idempotencyKey: "listing-4711",
    timeoutMs: 10_000,
    maxRetries: 2,
    signal: AbortSignal.timeout(60_000),
  };
  const job = await generations
    .create({ file: bytes, ...unchecked(form) }, options)
    .wait({ deadlineMs: 60_000 });
  await download(job, { timeoutMs: 5000 });
  for await (const { job: made, error } of generations.batch(
    [{ url, workflow: "pro_capture", capture_type: "photo" }],
    {
      concurrency: 2,
    },
  )) {
    if (error) console.error(error.code, error.requestId);
    else console.log(made.outputs.length);
  }
  const event = await webhooks.verify(bytes, new Headers(), "whsec_");
  return event.type === "generation.succeeded" ? event.data.outputs : [];
}

/** Every code that a caller can decide by is named: without one of them this does not compile. */
export function adviceOf(error: unknown): string {
  if (error instanceof JobFailedError && error.code === "no_approved_output") return "another picture";
  if (!(error instanceof ApiError)) return "unknown";
  switch (error.code) {
    case "bad_request":
    case "validation_error":
    case "not_found":
    case "idempotency_conflict":
    case "listing_closed":
      return "change the request";
    case "unauthorized":
    case "forbidden":
    case "entitlement_required":
      return "ask your operator";
    case "rate_limited":
    case "internal_error":
    case "unexpected_answer":
      return "try later";
  }
}

export const isTheirs = (code: FailureCode): boolean => code.startsWith("source_");
