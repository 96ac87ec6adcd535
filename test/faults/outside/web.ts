import type { PostResult } from "../../../lambdas/runtime/network/post.ts";
import type { Activity, ActivityWorld } from "../simulation/activity.ts";

export type Posted = { url: string; headers: Record<string, string>; body: string };

/** What the functions reach on the web: receivers of webhooks, hosts of pictures, and the service of the signing key. */
export type Web = {
  post: (activity: Activity, posted: Posted) => Promise<PostResult>;
  fetch: (activity: Activity, url: string) => Promise<Buffer>;
  /** Throws if the key's service refuses. */
  sign: (activity: Activity) => Promise<void>;
};

const webs = new WeakMap<ActivityWorld, Web>();

export const connect = (world: ActivityWorld, web: Web): void => void webs.set(world, web);

export function webOf(world: ActivityWorld): Web {
  const web = webs.get(world);
  if (!web) throw new Error("This world has no web.");
  return web;
}
