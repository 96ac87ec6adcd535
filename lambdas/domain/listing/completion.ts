import * as v from "valibot";
import { type Message, messageId } from "../webhook/delivery.ts";
import { webhookEvents } from "../webhook/events.ts";
import { completedAt, Listing, listingView } from "./listing.ts";

/** The event that every job of a closed listing has ended. It brings the listing, whose numbers do not change any more. */
export const ListingCompleted = v.object({
  type: v.literal(webhookEvents.listingCompleted),
  ...Listing.entries,
});
export type ListingCompleted = v.InferOutput<typeof ListingCompleted>;

/** The event of a listing, or null if it is open or a job of it has not ended. */
export const completionOf = (listing: Listing): ListingCompleted | null =>
  completedAt(listing) === null ? null : { type: webhookEvents.listingCompleted, ...listing };

/** The message of it: one for each listing, however often it is announced. Throws for a listing that is not complete. */
export function completedMessage({ type, ...listing }: ListingCompleted): Message {
  const { organization_id } = listing;
  const occurred_at = completedAt(listing);
  if (occurred_at === null) throw new Error(`Listing ${listing.listing} is not complete.`);
  const message_id = messageId(`${organization_id} ${listing.listing}`, type);
  return { organization_id, message_id, type, job_id: null, occurred_at };
}

/** What receivers read of it. */
export const completedView = ({ type: _, ...listing }: ListingCompleted) => listingView(listing);
