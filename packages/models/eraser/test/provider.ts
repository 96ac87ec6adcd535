import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import sharp from "sharp";
import * as v from "valibot";

const Body = v.object({
  image: v.string(),
  mask: v.string(),
  grow_mask: v.number(),
  seed: v.number(),
  output_format: v.string(),
});
export type Asked = v.InferOutput<typeof Body> & { path: string; authorization: string };

/** What the provider does with a request: its answer's status and body; null to answer never. */
type Play = (asked: Asked) => Promise<[status: number, body: object]> | null;

/** The picture that was sent, in red: also where nothing goes, as erasers redraw all of a picture. */
export const erases: Play = async ({ image }) => {
  const { width, height } = await sharp(Buffer.from(image, "base64")).metadata();
  const red = sharp({ create: { width, height, channels: 3, background: "#c02020" } });
  return [
    200,
    { seeds: [1], finish_reasons: [null], images: [(await red.png().toBuffer()).toString("base64")] },
  ];
};

/** The picture that was sent. */
export const keeps: Play = async ({ image }) => [
  200,
  { seeds: [1], finish_reasons: [null], images: [image] },
];

export const refuses: Play = async () => [200, { finish_reasons: ["Filter reason: input image"] }];

export const throttles: Play = async () => [429, { message: "Too many requests." }];

export const isSlow: Play = () => null;

/** A provider on loopback that keeps what it is asked; `play` says what it does. */
export async function startProvider() {
  const provider = { play: erases, asked: [] as Asked[], url: "", close: () => {} };
  const read = async (request: IncomingMessage): Promise<Asked> => ({
    ...v.parse(Body, await json(request)),
    path: request.url ?? "",
    authorization: request.headers.authorization ?? "",
  });
  const server = createServer(async (request, response) => {
    const asked = await read(request);
    provider.asked.push(asked);
    const answer = await provider.play(asked);
    if (!answer) return;
    response.writeHead(answer[0], { "content-type": "application/json" }).end(JSON.stringify(answer[1]));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return provider;
}
