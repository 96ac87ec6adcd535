import type { openRemote as realOpenRemote } from "../../../lambdas/runtime/network/open-remote.ts";
import { currentActivity } from "../simulation/activity.ts";
import { webOf } from "./web.ts";

/** Fetches a picture of the simulated web. */
export const openRemote: typeof realOpenRemote = async (url) => {
  const activity = currentActivity();
  if (!activity) throw new Error("Only functions fetch.");
  const bytes = await webOf(activity.world).fetch(activity, url);
  return {
    body: (async function* () {
      yield bytes;
    })(),
    contentType: "image/jpeg",
    finalUrl: url,
  };
};
