// Searches the documents from any page: `/` or Ctrl-K begins, arrow keys move among what is found, Escape ends.
import { queryOf } from "./synonyms.js";

const panel = document.querySelector("search");
const input = panel.querySelector("input");
const results = panel.querySelector(".results");
const list = results.querySelector("ul");
const found = results.querySelector(".found");
const base = new URL(panel.dataset.documents, location.href);
panel.hidden = false;

let index;
/** The library and the index are loaded when somebody begins to search. */
const loadIndex = () => {
  index ??= Promise.all([
    import(new URL("minisearch.js", base).href),
    fetch(new URL("search.json", base)).then((response) => response.text()),
  ]).then(([{ default: MiniSearch }, json]) =>
    MiniSearch.loadJSON(json, {
      fields: ["title", "page", "text"],
      storeFields: ["title", "page", "url", "excerpt"],
    }),
  );
  index.catch(() => {
    index = undefined;
  });
  return index;
};

async function search() {
  const words = input.value.trim();
  results.hidden = words === "";
  if (words === "") return;
  const searchable = await loadIndex().catch(() => undefined);
  if (words !== input.value.trim()) return;
  if (!searchable) {
    found.textContent = "The documents cannot be reached. Try again.";
    return;
  }
  const hits = searchable.search(queryOf(words), {
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
    boost: { title: 4, page: 2 },
  });
  const count = `${hits.length} ${hits.length === 1 ? "section" : "sections"}`;
  found.textContent = hits.length === 0 ? `Nothing is found for “${words}”.` : count;
  list.replaceChildren(...hits.slice(0, 12).map(entryOf));
}

function entryOf({ title, page, url, excerpt }) {
  const link = document.createElement("a");
  link.href = new URL(url, base).href;
  const small = document.createElement("small");
  small.textContent = excerpt;
  link.append(title === page ? page : `${page}: ${title}`, small);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

const close = () => {
  results.hidden = true;
};

function moveAmongFound(event) {
  const links = [input, ...list.querySelectorAll("a")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") {
    close();
    input.focus();
  } else if (event.key === "Enter" && document.activeElement === input) links[1]?.click();
  else if (step && !results.hidden) {
    event.preventDefault();
    links[links.indexOf(document.activeElement) + step]?.focus();
  }
}

/** `/` begins a search unless it is typed into a field; Ctrl-K and ⌘K always do. */
function begin(event) {
  const isTyping = event.target.closest?.("input:not([type=radio]):not([type=checkbox]), textarea, select");
  const isShortcut = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  if (!isShortcut && (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  input.focus();
  input.select();
}

input.addEventListener("focus", () => loadIndex().catch(() => {}));
input.addEventListener("input", search);
panel.addEventListener("keydown", moveAmongFound);
list.addEventListener("click", close);
document.addEventListener("keydown", begin);
document.addEventListener("focusin", ({ target }) => !panel.contains(target) && close());
document.addEventListener("pointerdown", ({ target }) => !panel.contains(target) && close());
