export const find = (id) => document.getElementById(id);

/** An element with properties and children. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** A radio button or check box that is a card: a name, and perhaps a picture. */
export function choice({ type, group, value, name, picture }) {
  const input = make("input", { type, name: group, value });
  const label = make("label", { className: "choice" }, input);
  if (picture) label.append(picture);
  label.append(make("span", {}, name));
  return label;
}

export const chosenIn = (group) =>
  Array.from(document.querySelectorAll(`input[name="${group}"]:checked`), ({ value }) => value);

export function choose(group, value) {
  const input = document.querySelector(`input[name="${group}"][value="${value}"]`);
  if (input) input.checked = true;
}
