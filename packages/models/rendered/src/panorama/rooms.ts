import type { Room } from "../scene.ts";

/** Square metres from which a room is shown with a dining table too, and below which it is shown as a bedroom. */
const [large, small] = [24, 10];

/**
 * The room types to furnish a panorama as, likeliest first: its request names none, so its room's size decides. The next is
 * taken if the one before does not fit.
 */
export function likelyRooms({ left, right, back, front }: Room): readonly (readonly string[])[] {
  const area = (right - left) * (front - back);
  const [living, bedroom] = [["Living Room"], ["Bedroom"]];
  if (area < small) return [bedroom, living, ["Office"], ["Hallway"]];
  const both = area >= large ? [["Living Room", "Dining Room"]] : [];
  return [...both, living, bedroom, ["Dining Room"], ["Office"], ["Hallway"]];
}
