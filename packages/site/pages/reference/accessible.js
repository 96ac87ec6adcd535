/** What Swagger UI leaves out for those who use a keyboard or a screen reader: by selector, what to do with an element. */
const repairs = {
  "#servers": named("Server"),
  ".examples-select-element": named("Example"),
  ".body-param__text": named("Request body"),
  ".information-container section": named("About the API"),
  ".scheme-container section": named("Server and key"),
  "section.models": named("Schemas"),
  ".responses-table[role=region]": (table) => table.setAttribute("aria-label", table.id.replaceAll("_", " ")),
  ".renderedMarkdown table": reachable,
  "pre.microlight": makeReadable,
  ".models > h4": level(2),
  // A link within a button: the button does what the link would.
  ".opblock-summary-control a[href]": (link) => link.removeAttribute("href"),
};

function named(name) {
  return (element) => element.setAttribute("aria-label", name);
}

/** What is wider than its box scrolls by the keyboard too. */
function reachable(element) {
  element.setAttribute("tabindex", "0");
}

/** The ground of code is dark enough for its colours. */
function makeReadable(code) {
  reachable(code);
  code.style.setProperty("background", "#14171f", "important");
}

function level(depth) {
  return (heading) => {
    heading.setAttribute("role", "heading");
    heading.setAttribute("aria-level", depth);
  };
}

/** Repairs what is in the element now, and what comes into it later. */
export function keepAccessible(root) {
  const repair = () => {
    for (const [selector, mend] of Object.entries(repairs)) root.querySelectorAll(selector).forEach(mend);
  };
  new MutationObserver(repair).observe(root, { childList: true, subtree: true });
  repair();
}
