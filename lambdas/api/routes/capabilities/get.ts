import * as v from "valibot";
import { capabilities, Declines, declinesNothing } from "../../../domain/generation/capabilities.ts";
import { env } from "../../../runtime/env.ts";
import { json } from "../../chain/http.ts";
import { route } from "../../chain/route.ts";
import { GetCapabilities } from "../../contract/capabilities/get.ts";

const Setting = v.pipe(v.string(), v.parseJson(), Declines);

/** GET /api/v1/capabilities. Sandboxes have the simulated model, which declines nothing. */
export const handler = route(GetCapabilities, {
  parse: () => null,
  read: async () => null,
  answer: async (_nothing, { caller }) => {
    const { sandbox } = caller.organization;
    return json(200, capabilities(sandbox ? declinesNothing : v.parse(Setting, env("MODEL_DECLINES"))));
  },
});
