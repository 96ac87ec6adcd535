import * as v from "valibot";
import { capabilities } from "../../../domain/generation/capabilities.ts";
import { DeclinesSetting, declinesNothing } from "../../../domain/generation/declines.ts";
import { MasksSetting, masksOfSandboxes } from "../../../domain/generation/masks.ts";
import { env } from "../../../runtime/env.ts";
import { json } from "../../chain/http.ts";
import { route } from "../../chain/route.ts";
import { GetCapabilities } from "../../contract/capabilities/get.ts";

/** GET /api/v1/capabilities. Sandboxes have the simulated model, which declines nothing. */
export const handler = route(GetCapabilities, {
  parse: () => null,
  read: async () => null,
  answer: async (_nothing, { caller }) => {
    const { sandbox } = caller.organization;
    const able = sandbox
      ? capabilities(declinesNothing, masksOfSandboxes)
      : capabilities(
          v.parse(DeclinesSetting, env("MODEL_DECLINES")),
          v.parse(MasksSetting, env("MODEL_MASKS")),
        );
    return json(200, able);
  },
});
