/**
 * Every reason for which approval rejects a candidate, and what callers read about it. Log lines, metrics, the operator's
 * commands and docs/inference-contract.md use these names.
 */
export const verdicts = {
  undecodable: "the model's picture could not be read",
  wrong_size: "the model's picture had another size",
  mask_missing: "the model did not say where it had edited",
  mask_unreadable: "the model did not say where it had edited",
  mask_too_large: "the model had edited too much of the picture",
  mask_over_opening: "the model had edited a whole window or door",
  mask_over_ink: "the model had edited walls or lettering of the plan",
  outside_mask_changed: "the picture changed where the model said that it had not",
  seam_broken: "the left and right edge of the panorama no longer met",
  blank: "the model's picture was blank",
  same_as_source: "nothing in the picture had changed visibly",
  structure_lost: "the picture no longer showed the same room",
  camera_moved: "the camera had moved",
  opening_changed: "a window, a door or another opening had changed",
  structure_removed: "a fixture or something built in was gone",
  addition: "something had been added to the building",
  surface_changed: "a wall or the floor had another surface",
  surface_left: "a surface was renovated in part",
  window_painted: "a window was painted over",
  unmarked_changed: "something had changed that the mask did not mark",
  remnant_left: "parts of what was to be removed were left",
  line_cut: "a window, a door or a line of the room ended where something was removed",
  fill_breaks_off: "the floor or a wall broke off where something was removed",
  fill_smeared: "the floor or a wall was smeared where something was removed",
  unsafe: "the picture was not safe to show",
  score_below_bar: "the model was not content with its picture",
} as const;

export type RejectionReason = keyof typeof verdicts;

const regenerating = "Regenerating may give one that does.";

/**
 * What callers read if no candidate passed approval: what was wrong, the most frequent first, without the candidate. No
 * reasons: the model made none.
 */
export function nothingApproved(reasons: readonly RejectionReason[]): string {
  const texts = [...new Set(reasons.map((reason) => verdicts[reason]))];
  return texts.length === 0
    ? `No picture passed approval. ${regenerating}`
    : `No picture passed approval: ${texts.join("; ")}. ${regenerating}`;
}
