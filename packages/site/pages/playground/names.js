import { captures, styles } from "./words.js";

/** Small letters, digits and hyphens. */
const plain = (text) =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");

/** The name of an output's file: which picture of a listing, the room, what was made and the style, such as bedroom-scandi.jpg. */
export function fileNameOf(
  { listing, reference, capture_type, room_types, mode, workflow, style_preset },
  nth,
) {
  const isPhoto = capture_type === "photo";
  const parts = [
    listing && (reference ?? "").replace(/\.\w{3,4}$/, ""),
    isPhoto ? room_types.join(" ") || captures.photo.name : captures[capture_type].name,
    workflow === "pro_capture" ? "enhanced" : isPhoto && mode !== "refurnish" && mode,
    styles[style_preset],
    nth > 0 && `alternate ${nth}`,
  ];
  return `${parts.filter(Boolean).map(plain).filter(Boolean).join("-")}.jpg`;
}
