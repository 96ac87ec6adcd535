import { JobFailure } from "../../../lambdas/domain/failures.ts";
import type { PostResult } from "../../../lambdas/runtime/network/post.ts";
import type { ChooseFault } from "../faults.ts";
import type { Posted, Web } from "../outside/web.ts";
import type { Random } from "../simulation/random.ts";
import { wait } from "../simulation/waiting.ts";

/** What a receiver does other than answer 200 once. */
const receiverFaults = [
  "hangs",
  "refuses",
  "answers_500",
  "answers_410",
  "asks_to_wait",
  "processes_and_hangs",
] as const;
/** What a host of pictures does other than send the picture. */
const sourceFaults = ["times_out", "answers_404", "answers_503", "sends_rubbish"] as const;

export type Delivery = Posted & { at: number; isAnswered: boolean };
type Parts = { choose: ChooseFault; random: Random; pictures: Map<string, Buffer>; now: () => number };

/** The receivers of all organizations, by the path of their URL how often they fail, and the hosts of pictures. */
export function newWeb({ choose, random, pictures, now }: Parts): Web & { deliveries: Delivery[] } {
  const deliveries: Delivery[] = [];

  const answered = (status: number, retryAfter: string | null = null): PostResult => ({
    outcome: "response",
    status,
    retryAfter,
    bodySnippet: "",
    durationMs: 10,
  });
  const failed = (reason: "timeout" | "unreachable"): PostResult => ({
    outcome: "error",
    reason,
    message: "The receiver did not answer.",
    durationMs: 15_000,
  });

  return {
    deliveries,
    post: async (activity, posted) => {
      const share = Number(new URL(posted.url).searchParams.get("fails"));
      const fault = choose("receiver", receiverFaults, share);
      const note = (isAnswered: boolean) => deliveries.push({ ...posted, at: now(), isAnswered });
      const hangs = fault === "hangs" || fault === "processes_and_hangs";
      return wait(activity, hangs ? 15_000 : 20 + random.next() * 400, () => {
        switch (fault) {
          case "hangs":
            return failed("timeout");
          case "processes_and_hangs":
            note(false);
            return failed("timeout");
          case "refuses":
            return failed("unreachable");
          case "answers_500":
            return answered(500);
          case "answers_410":
            return answered(410);
          case "asks_to_wait":
            return answered(503, "3600");
          case null:
            note(true);
            return answered(200);
        }
      });
    },
    sign: (activity) => {
      const fault = choose("signing key", ["refuses"]);
      return wait(activity, 5 + random.next() * 40, () => {
        if (fault !== null) throw new Error("KMS refuses to sign.");
      });
    },
    fetch: (activity, url) => {
      const fault = choose("source", sourceFaults, 0.12);
      return wait(activity, fault === "times_out" ? 30_000 : 100 + random.next() * 2000, () => {
        if (fault === "times_out") throw new JobFailure("source_fetch_timeout", "It did not answer in time.");
        if (fault === "answers_404") throw new JobFailure("source_url_http_error", "It answered 404.");
        if (fault === "answers_503") throw new JobFailure("source_url_http_error", "It answered 503.", true);
        if (fault === "sends_rubbish") return Buffer.from("This is no picture.");
        const picture = pictures.get(new URL(url).pathname.slice(1));
        if (!picture) throw new Error(`The web has no ${url}.`);
        return picture;
      });
    },
  };
}
