import type { post as realPost } from "../../../lambdas/runtime/network/post.ts";
import { currentActivity } from "../simulation/activity.ts";
import { webOf } from "./web.ts";

/** Posts to a receiver of the simulated web. */
export const post: typeof realPost = (url, { headers, body }) => {
  const activity = currentActivity();
  if (!activity) throw new Error("Only functions post.");
  return webOf(activity.world).post(activity, { url, headers, body: Buffer.from(body).toString() });
};
