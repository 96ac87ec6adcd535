import { drawBlank, drawFloorplan, drawRoom } from "../../support/pictures.ts";

/** The few pictures that all partners bring, as small as pictures may be. */
export async function drawSources(): Promise<Map<string, Buffer>> {
  const small = { width: 288, height: 256 };
  const pictures = [
    ["room.jpg", drawRoom(small)],
    ["bedroom.jpg", drawRoom({ ...small, seed: 7 })],
    ["plan.jpg", drawFloorplan(small)],
    ["tiny.jpg", drawBlank({ width: 40, height: 40 })],
  ] as const;
  const drawn = pictures.map(async ([name, picture]) => [name, await picture.jpeg().toBuffer()] as const);
  return new Map(await Promise.all(drawn));
}
