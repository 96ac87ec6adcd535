import { make } from "../playground/elements.js";

export const number = new Intl.NumberFormat("en");
export const money = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 6,
});
const day = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const moment = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** A period by its first and its last day; its end is the first moment after it. */
export const periodOf = ({ start_at, end_at }) =>
  day.formatRange(new Date(start_at), new Date(Date.parse(end_at) - 1));

/** A moment, with what it is exactly. */
export const timeOf = (at) => make("time", { dateTime: at, title: at }, moment.format(new Date(at)));

/** A word about a state, in the colour of what it means. */
export const chip = (text, kind = "") => make("span", { className: `chip ${kind}` }, text);

/** A row of a table. A cell says its column, which narrow windows do not show above it. */
export const row = (cells) =>
  make(
    "tr",
    {},
    ...Object.entries(cells).map(([label, content]) => {
      const cell = make("td", {}, ...[content].flat());
      cell.dataset.label = label;
      if (label === "Total") cell.className = "amount";
      return cell;
    }),
  );

/** Does something within a section, and says there what is in the way. */
export async function within(element, act) {
  const problem = element.closest("section").querySelector(".error");
  problem.textContent = "";
  try {
    return await act();
  } catch (error) {
    problem.textContent = error.message;
    return undefined;
  }
}

/** A button that is disabled while it acts. */
export function button(text, act, label = text) {
  const made = make("button", { type: "button", ariaLabel: label }, text);
  made.addEventListener("click", async () => {
    made.disabled = true;
    await within(made, act);
    made.disabled = false;
  });
  return made;
}

/** A button that asks once more before it does what cannot be undone. `of` says in labels what it is about. */
export function twoPresses({ text, sure, keep, act, of }) {
  const place = make("span", { className: "formats" });
  const label = (words) => (of ? `${words}${words === sure ? ":" : ""} ${of}` : words);
  const ask = button(
    text,
    () => {
      place.replaceChildren(doIt, leave);
      doIt.focus();
    },
    label(text),
  );
  const doIt = button(
    sure,
    async () => {
      await act();
      place.replaceChildren(ask);
    },
    label(sure),
  );
  const leave = button(keep, () => place.replaceChildren(ask), label(keep));
  place.append(ask);
  return place;
}

/** Shows a secret that is not shown again, to copy. */
export function showSecret(element, secret) {
  element.querySelector("code").textContent = secret;
  const copy = button("Copy", async () => {
    await navigator.clipboard.writeText(secret);
    copy.textContent = "Copied";
  });
  element.querySelector("button").replaceWith(copy);
  element.hidden = false;
}
