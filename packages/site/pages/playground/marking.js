import { find, make } from "./elements.js";
import { fieldsOf } from "./form.js";
import { maskUseOf } from "./service.js";
import { chosenSource } from "./source.js";

/** What is marked in the chosen picture, with an address to show it by; undefined if nothing is. */
let marked;
let onChange = () => {};

/** The mask that the form would send; undefined without one. */
export const chosenMask = () => (isMarkable() && isOfPicture() ? marked.mask : undefined);

/** By this name the folder command finds it beside the chosen picture. */
export const maskName = () => `${chosenSource().picture?.file.name.replace(/\.\w+$/, "")}.mask.png`;

const useOf = () => maskUseOf(fieldsOf());
const isMarkable = () => ["required", "optional"].includes(useOf()) && chosenSource().picture !== undefined;
const isOfPicture = () => marked?.of === chosenSource().picture;

const helps = {
  required: "Mark what may go: the model needs it. What you leave out stays.",
  optional:
    "An empty room needs no mark. If furniture stands in it, mark what may go: unmarked, it may be declined.",
};

/** Lets the reader mark a picture, from a mask on; the brush is loaded by its first use. */
export async function mark(src, start) {
  const { openBrush } = await import("./brush.js");
  return openBrush(src, start);
}

async function markChosen() {
  const { picture } = chosenSource();
  const mask = await mark(picture.url, isOfPicture() ? marked.url : undefined);
  if (mask) keep({ mask, of: picture, url: URL.createObjectURL(mask) });
}

function keep(next) {
  if (marked) URL.revokeObjectURL(marked.url);
  marked = next;
  onChange();
}

/** Shows whether the chosen picture can be marked, and what is. */
export function showMarking() {
  find("marking").hidden = !isMarkable();
  find("marking-help").textContent = helps[useOf()];
  const isMarked = chosenMask() !== undefined;
  find("mark").textContent = isMarked ? "Change what may go" : "Mark what may go";
  for (const id of ["marked", "unmark"]) find(id).hidden = !isMarked;
  if (isMarked) find("marked").src = marked.url;
  const save = { href: marked?.url, download: maskName() };
  find("save-mask").replaceChildren(...(isMarked ? [make("a", save, "Save the mask")] : []));
}

export function buildMarking(changed) {
  onChange = changed;
  find("mark").addEventListener("click", markChosen);
  find("unmark").addEventListener("click", () => keep(undefined));
}
