import type { openSigner as realOpenSigner } from "../../../lambdas/runtime/credentials/sign-picture.ts";
import { currentActivity } from "../simulation/activity.ts";
import { webOf } from "./web.ts";

/** What a picture ends with once it is signed. */
export const signature = "\nsigned";

/** Signs as the key's service does: in time, or not at all. */
export const openSigner: typeof realOpenSigner = () => async (picture) => {
  const activity = currentActivity();
  if (!activity) throw new Error("Only functions sign.");
  await webOf(activity.world).sign(activity);
  return Buffer.concat([picture, Buffer.from(signature)]);
};
