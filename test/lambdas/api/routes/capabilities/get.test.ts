import { declines } from "@image-staging/rendered/declines";
import { afterAll, afterEach, expect, test } from "vitest";
import { configure } from "../../../../../lambdas/domain/generation/configuration.ts";
import { startApi } from "../../../../support/api.ts";
import { ROOM_LISTS } from "../../../../support/oracle.ts";

const api = await startApi();
afterAll(() => api.stop());
const settings = process.env.MODEL_DECLINES;
afterEach(() => {
  process.env.MODEL_DECLINES = settings;
});

type Rule = "required" | "optional" | "ignored" | "refused";
type Combination = {
  workflow: string;
  capture_type: string;
  mode: string | null;
  mask: string | null;
  declined: string | null;
} & Record<"room_types" | "style_preset", Rule>;
type Able = {
  combinations: Combination[];
  room_types: { room_type: string; declined: string | null }[];
  room_families: { room_types: string[] }[];
  max_room_types: number;
};

// @contract added.42
test("a form that is built from the capabilities sends what the service takes, and nothing else is taken", async () => {
  const partner = await api.newPartner();
  const able: Able = await partner.sendOk("getCapabilities");
  const values = { room_types: ["Kitchen"], style_preset: "scandi" };
  for (const { workflow, capture_type, mode, ...rules } of able.combinations)
    for (const room_types of [true, false])
      for (const style_preset of [true, false]) {
        const chosen = { room_types, style_preset };
        const names = (["room_types", "style_preset"] as const).filter((name) => chosen[name]);
        const fields = Object.fromEntries(names.map((name) => [name, values[name]]));
        const request = { workflow, capture_type, ...(mode && { mode }), ...fields };
        const fits = (["room_types", "style_preset"] as const).every((name) =>
          chosen[name] ? rules[name] !== "refused" : rules[name] !== "required",
        );
        expect([request, configure(request as never).ok]).toEqual([request, fits]);
      }
});

test("rooms go together by the families that it names", async () => {
  const partner = await api.newPartner();
  const able: Able = await partner.sendOk("getCapabilities");
  const families = able.room_families.map(({ room_types }) => room_types);
  const photo = { workflow: "staging", capture_type: "photo", mode: "refurnish" } as const;
  for (const room_types of ROOM_LISTS.filter((rooms) => rooms !== undefined)) {
    const fits =
      room_types.length === 1 || families.some((family) => room_types.every((room) => family.includes(room)));
    expect([room_types, configure({ ...photo, room_types } as never).ok]).toEqual([room_types, fits]);
  }
});

test("it says what the service's model declines, in the model's words", async () => {
  const clean = "It takes a trained model.";
  process.env.MODEL_DECLINES = JSON.stringify({ ...declines, modes: { clean } });
  const partner = await api.newPartner();
  const able: Able = await partner.sendOk("getCapabilities");
  const declined = able.combinations.filter((combination) => combination.declined !== null);
  expect(declined.map(({ mode, declined: why }) => [mode, why])).toEqual([["clean", clean]]);
  const rooms = able.room_types.filter((room) => room.declined !== null);
  expect(Object.fromEntries(rooms.map(({ room_type, declined: why }) => [room_type, why]))).toEqual(
    declines.roomTypes,
  );
  expect(able.room_types).toHaveLength(28);
});

test("a sandbox's model declines nothing, because it is the simulated one", async () => {
  process.env.MODEL_DECLINES = JSON.stringify(declines);
  const sandbox = await api.newPartner({ sandbox: true });
  const able: Able = await sandbox.sendOk("getCapabilities");
  expect([...able.combinations, ...able.room_types].filter(({ declined }) => declined !== null)).toEqual([]);
});

// @contract added.57
test("it says what the model does with a mask, by mode, and null if a request must not have one", async () => {
  const used = { refurnish: "optional", renovate: "unused", clean: "required" };
  const before = process.env.MODEL_MASKS;
  process.env.MODEL_MASKS = JSON.stringify(used);
  const [partner, sandbox] = [await api.newPartner(), await api.newPartner({ sandbox: true })];
  const able: Able = await partner.sendOk("getCapabilities");
  const simulated: Able = await sandbox.sendOk("getCapabilities");
  process.env.MODEL_MASKS = before;
  for (const { mode, mask } of able.combinations)
    expect(mask).toBe(mode === null ? null : used[mode as keyof typeof used]);
  for (const { mode, mask } of simulated.combinations) expect(mask).toBe(mode === null ? null : "optional");
});
