import { pluck } from "../../../domain/fields.ts";
import type { Query } from "../operation.ts";
import type { operations } from "../operations.ts";
import { callerFields } from "./caller-fields.ts";

type Declared = (typeof operations)[number];
type BodyField<One> = One extends { body: { entries: infer Entries } } ? keyof Entries : never;
type RequestField = "file" | "mask" | BodyField<Declared>;
type QueryParameter<One> = One extends { query: Query } ? keyof One["query"]["entries"] : never;

/**
 * What each field of a request means; the same name means the same everywhere. Two have the meaning of their named types.
 */
export const requestFields = {
  file: "The picture: JPEG, PNG or WebP, at most 4 MiB.",
  mask: "What may be removed from a photo to stage, in white: PNG, JPEG or WebP, of the picture's proportions. With `file`, at most 4 MiB together.",
  mask_url: "Where the service fetches the mask, like `source_url`: at most 20 MiB.",
  source_url: "Where the service fetches the picture: HTTPS on port 443, on the public internet.",
  source_asset_id: "A source asset of your organization.",
  upload_id: "An upload of your organization, put and not used before, at most an hour old.",
  content_length: "How many bytes the picture has, exactly: at most 50 MiB.",
  content_type: "What the picture is. The PUT must then name it too.",
  mode: "See “What goes together”.",
  room_types: "Rooms of one family; see “What goes together”.",
  style_preset: "See “What goes together”.",
  include_alternates:
    "Whether to return an approved alternate with the primary output. False if you omit it.",
  disclosure:
    "Whether the outputs say that they were altered. If you omit it, a create has your organization's default (`none` unless set) and a regenerate its parent's.",
  ...pluck(callerFields, "sent"),
  listing:
    "The home to which the picture belongs: its jobs are counted, listed and closed together, and those of one style share one look. The first job that names it makes it.",
  scope:
    "What the key may do: `full`, everything; `read`, every GET; `billing`, to read usage, billing events and statements.",
  name: "What the key is for, to know it by.",
  expires_at: "From then on requests with the key get 401. Without it, the key does not expire.",
  default_url: "Where webhooks go if a request names no URL; null if nowhere. If you omit it, it stays.",
  url: "Where the test goes. Without it, to your organization's default URL.",
  enable:
    "URLs to deliver to again: those that the settings show as disabled. One that is not disabled stays as it is.",
  webhook: "Overrides your organization's default callback URL for this job.",
} satisfies Record<Exclude<RequestField, "workflow" | "capture_type">, string>;

/** What each query parameter means, likewise. */
export const queryParameters = {
  status: "Only jobs that are in this state now.",
  reference: "Only jobs with exactly this reference of yours.",
  listing: "Only jobs of this listing.",
  created_from: "Only what was created then or later.",
  created_to: "Only what was created before then.",
  occurred_from: "Only events recorded then or later.",
  occurred_to: "Only events recorded before then.",
  job_id: "Only what belongs to this job.",
  state: "Only deliveries that are in this state now.",
  usage_type: "Only events of this type.",
  cursor: "A `next_cursor` that was returned before; without one, the first page.",
  period:
    "The first day of a billing period, such as `2026-03-01`: the summary of that period. Without it, of the running one.",
  limit: "How many items a page has at most.",
} satisfies Record<QueryParameter<Declared>, string>;
