import { keyAt } from "../aws/objects.ts";
import { hashOf } from "../outside/pictures.ts";

/** A picture that a model gave for a job, and whether it may leave: of a good score, and not the source itself. */
export type Offer = { candidate: string; isGood: boolean };

/** What the model gave, by job. The last of its pictures is the source. */
export function newOffers() {
  const offers = new Map<string, Offer[]>();
  /** Candidates lie under their job: inference/ORGANIZATION/JOB/ATTEMPT/CANDIDATE.jpg. */
  const note = (candidates: { url: string }[], pictures: Buffer[], scoresWell: boolean): void => {
    for (const [index, { url }] of candidates.entries()) {
      const jobId = keyAt(new URL(url).pathname).split("/")[2] ?? "";
      const picture = pictures[index];
      const isGood = scoresWell && index < pictures.length - 1;
      if (picture) offers.set(jobId, [...(offers.get(jobId) ?? []), { candidate: hashOf(picture), isGood }]);
    }
  };
  return { offers, note };
}
