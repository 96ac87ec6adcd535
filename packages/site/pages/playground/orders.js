import { find } from "./elements.js";
import { captureOf, fieldsOf, roomsOf, stylesOf, takes } from "./form.js";
import { chosenMask, maskName } from "./marking.js";
import { mismatchOf } from "./picture.js";
import { maskUseOf, refusalOf } from "./service.js";
import { chosenSource, sampleOf } from "./source.js";
import { captures, labelOf, styles } from "./words.js";

/** More jobs at once fill the page, and the month. */
const mostJobs = 100;

/** The picture as code names it: until one is chosen, the sample of what the form shows. */
function namedSource(picture, url, capture) {
  if (url) return { url };
  const sample = picture ? picture.sample : sampleOf(capture);
  return {
    file: picture?.file.name ?? `sample-${capture}.jpg`,
    size: picture?.file.size,
    sample: sample && location.origin + sample,
  };
}

/** A name for the listing of what is made together: unique by its second. */
const newListing = () =>
  `home-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}`;

/** What the form would send: a request for each picture and style. Several belong to one listing, by its name or a new one. */
export function ordersOf() {
  const { pictures, url } = chosenSource();
  const sources =
    pictures.length > 1 ? pictures : [{ ...pictures[0], capture: captureOf(), rooms: roomsOf() }];
  const orders = sources.flatMap((picture) => {
    const chosen = takes(picture.capture, "style") ? stylesOf() : [undefined];
    return chosen.map((style) => orderOf(picture, url, style));
  });
  if (orders.length > 1) {
    const listing = find("listing").value || newListing();
    for (const { request, picture } of orders) {
      request.fields.listing = listing;
      request.fields.reference ??= picture.file?.name.slice(0, 200);
    }
  }
  return orders;
}

function orderOf(picture, url, style) {
  const { capture, rooms } = picture;
  const fields = fieldsOf({ capture, rooms, style });
  const mask = maskUseOf(fields) ? chosenMask() : undefined;
  return {
    request: {
      picture: namedSource(picture.file && picture, url, capture),
      mask: mask && maskName(),
      fields,
      idempotencyKey: crypto.randomUUID(),
    },
    source: { ...(picture.file ? { file: picture.file } : { url }), mask },
    picture,
  };
}

/** Why the model declines one of them whatever its picture shows; undefined if it does not. */
export function refusalOfAll(orders) {
  const refused = orders.find(({ request }) => refusalOf(request.fields));
  if (!refused) return undefined;
  const name = orders.length > 1 ? `${refused.picture.file.name}: ` : "";
  return name + refusalOf(refused.request.fields);
}

/** What the form lacks, in words; undefined if it can be sent. */
export function lackOf(orders) {
  const { pictures, url } = chosenSource();
  if (pictures.length === 0 && !url) return "Choose a picture first, or take a sample.";
  if (pictures.length === 0 && !find("url").checkValidity())
    return "The URL must be a whole one, as in https://example.com/room.jpg.";
  if (orders.length === 0) return "Choose at least one style.";
  if (orders.length > mostJobs) return `These are ${orders.length} jobs: at most ${mostJobs} at once.`;
  for (const { picture, request } of orders) {
    const { room_types, capture_type } = request.fields;
    if (room_types?.length === 0)
      return pictures.length > 1 ? `Choose the room of ${picture.file.name}.` : "Choose the room first.";
    if (maskUseOf(request.fields) === "required" && !request.mask)
      return picture.file
        ? "Mark in the picture what may go: the model clears nothing else."
        : "What may go can be marked in a file only: choose the picture itself.";
    const mismatch = picture.file && mismatchOf(picture, capture_type);
    if (mismatch) return mismatch;
  }
  return undefined;
}

/** What would be made, in few words, for the button that sends it. */
export function summaryOf(orders) {
  const { pictures, url } = chosenSource();
  if ((pictures.length === 0 && !url) || orders.length === 0) return "";
  if (orders.length === 1) return labelOf(orders[0].request.fields);
  const chosen = stylesOf().map((style) => styles[style] ?? "No style");
  const how = chosen.length > 1 ? `${chosen.length} styles` : chosen[0];
  if (pictures.length > 1) return `${pictures.length} pictures, ${how}: ${orders.length} jobs`;
  return `${roomsOf().join(", ") || captures[captureOf()].name}, ${how}`;
}
