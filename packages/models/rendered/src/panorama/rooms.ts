import type { RoomType } from "@image-staging/inference-contract/vocabulary";
import type { Room } from "@image-staging/tracer/scene";

/** Square metres from which a room is shown with a dining table too, and below which it is shown as a bedroom: living rooms are larger. */
const [large, small] = [24, 14];

/**
 * The room types to furnish a panorama as, likeliest first: its request names none, so its room's size decides. The next is
 * taken if the one before does not fit.
 */
export function likelyRooms({ left, right, back, front }: Room): readonly (readonly RoomType[])[] {
  const area = (right - left) * (front - back);
  if (area < small) return [["Bedroom"], ["Living Room"], ["Office"], ["Hallway"]];
  const others: RoomType[][] = [["Living Room"], ["Bedroom"], ["Dining Room"], ["Office"], ["Hallway"]];
  return area < large ? others : [["Living Room", "Dining Room"], ...others];
}
