import sharp from "sharp";
import { flawOf, type Partner, type Reply } from "./partner.ts";
import { must, type Verdicts } from "./verdicts.ts";

const megabyte = 1_000_000;

/** What API Gateway answers by itself: which of its response types it chooses, AWS does not document. */
export async function checkGateway(partner: Partner, { check }: Verdicts): Promise<void> {
  const refused = (says: string, send: () => Promise<Reply>, status: number, code: string) =>
    check(says, async () => {
      const flaw = flawOf(await send(), status, code);
      must(flaw === null, flaw ?? "");
    });

  const nowhere = "/api/v1/nowhere";
  await refused("An unknown path with a key is 404", () => partner.call("GET", nowhere), 404, "not_found");
  await refused(
    "An unknown path without a key is 404",
    () => partner.call("GET", nowhere, { withKey: false }),
    404,
    "not_found",
  );
  await refused(
    "A wrong method is 405",
    () => partner.call("DELETE", "/api/v1/usage/summary"),
    405,
    "bad_request",
  );
  await refused(
    "A request without a key is 401",
    () => partner.call("GET", "/api/v1/usage/summary", { withKey: false }),
    401,
    "unauthorized",
  );
  for (const megabytes of [5, 8, 11])
    await refused(
      `A form of ${megabytes} MB is 413`,
      () =>
        partner.call("POST", "/api/v1/source-assets", {
          body: fileOf(Buffer.alloc(megabytes * megabyte, "x")),
        }),
      413,
      "bad_request",
    );
  await refused(
    "A file over 4 MiB in a request that Lambda takes is 422",
    () => partner.call("POST", "/api/v1/source-assets", { body: fileOf(Buffer.alloc(4.3 * megabyte, "x")) }),
    422,
    "validation_error",
  );
  await check("A file just under 4 MiB is taken", async () => {
    const { status, text } = await partner.call("POST", "/api/v1/source-assets", {
      body: fileOf(await noise()),
    });
    must(status === 200, `got ${status} ${text.slice(0, 300)}`);
  });
}

function fileOf(bytes: Uint8Array): FormData {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(bytes)]), "room.jpg");
  return form;
}

/** A picture that no format compresses: nearly 4 MiB of PNG. */
const noise = () =>
  sharp({
    create: {
      width: 1150,
      height: 1150,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
