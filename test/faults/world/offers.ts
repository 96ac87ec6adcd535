import { keyAt } from "../aws/objects.ts";
import { hashOf } from "../outside/pictures.ts";

/**
 * A picture that a model gave for a job, and whether it may leave: of a good score, and not the source itself. If it seems to
 * drift, only after the model was asked again.
 */
export type Offer = { candidate: string; isGood: boolean; seemsToDrift: boolean };

/** The job of what lies under inference/ORGANIZATION/JOB/ATTEMPT/. */
const jobAt = (path: string): string => keyAt(path).split("/")[2] ?? "";

/** What the model gave, and how often it was asked, by job. */
export function newOffers() {
  const offers = new Map<string, Offer[]>();
  const asked = new Map<string, number>();
  return {
    offers,
    asked,
    noteAsked: (inputLocation: string): void => {
      const jobId = jobAt(inputLocation.replace("s3:/", ""));
      asked.set(jobId, (asked.get(jobId) ?? 0) + 1);
    },
    noteOffers: (
      candidates: { url: string }[],
      pictures: Buffer[],
      judge: (picture: Buffer) => Omit<Offer, "candidate">,
    ): void => {
      for (const [index, { url }] of candidates.entries()) {
        const jobId = jobAt(new URL(url).pathname);
        const picture = pictures[index];
        if (!picture) continue;
        const offer = { candidate: hashOf(picture), ...judge(picture) };
        offers.set(jobId, [...(offers.get(jobId) ?? []), offer]);
      }
    },
  };
}
