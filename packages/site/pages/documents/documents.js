// What the documents do besides being read: tabs, copying, search. Each works by keyboard, and none is needed to read.

const remembered = "language";
/** The language that the reader chose last; a browser that keeps nothing starts with the first one. */
const language = {
  read: () => {
    try {
      return localStorage.getItem(remembered);
    } catch {
      return null;
    }
  },
  write: (value) => {
    try {
      localStorage.setItem(remembered, value);
    } catch {}
  },
};

const element = (name, properties, ...children) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};

const groups = Array.from(document.querySelectorAll(".tabs"), makeTabs);
const chosen = language.read();
if (chosen) for (const group of groups) group.show(chosen);

/** Tabs after the WAI-ARIA pattern: arrow keys move among them, and the panels stand in the page. */
function makeTabs(group, at) {
  const panels = [...group.querySelectorAll(".tab")];
  const buttons = panels.map((panel, index) => {
    const name = panel.querySelector(".tab-name");
    name.hidden = true;
    panel.id ||= `tab-${at}-${index}`;
    panel.setAttribute("role", "tabpanel");
    const button = element("button", {
      type: "button",
      textContent: name.textContent,
      id: `${panel.id}-name`,
    });
    button.setAttribute("role", "tab");
    button.setAttribute("aria-controls", panel.id);
    panel.setAttribute("aria-labelledby", button.id);
    return button;
  });
  const show = (wanted) => {
    const index = panels.findIndex((panel) => panel.dataset.language === wanted);
    for (const [place, panel] of panels.entries()) {
      const isShown = place === Math.max(index, 0);
      panel.hidden = !isShown;
      buttons[place].setAttribute("aria-selected", String(isShown));
      buttons[place].tabIndex = isShown ? 0 : -1;
    }
  };
  const choose = (button) => {
    const wanted = panels[buttons.indexOf(button)].dataset.language;
    const top = group.getBoundingClientRect().top;
    for (const other of groups) other.show(wanted);
    // The code above may have become longer or shorter: what the reader looks at stays where it is.
    scrollBy({ top: group.getBoundingClientRect().top - top, behavior: "instant" });
    language.write(wanted);
    markScrolling();
  };
  const list = element("div", { className: "tab-list" }, ...buttons);
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  list.addEventListener("click", ({ target }) => buttons.includes(target) && choose(target));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const here = buttons.indexOf(document.activeElement);
    const next =
      { Home: 0, End: buttons.length - 1 }[event.key] ?? (here + step + buttons.length) % buttons.length;
    if (!buttons[next]) return;
    event.preventDefault();
    choose(buttons[next]);
    buttons[next].focus();
  });
  group.prepend(list);
  show(panels[0].dataset.language);
  return { show };
}

for (const block of document.querySelectorAll(".code")) {
  const button = element("button", { type: "button", className: "copy", textContent: "Copy" });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
    }, 2000);
  });
  if (navigator.clipboard) block.append(button);
}

// The list of documents is longer than the window: it begins where the reader is.
const list = document.querySelector(".pages");
const here = list.querySelector("[aria-current]");
if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;

/** Only what scrolls needs the keyboard: everything else is passed over. */
function markScrolling() {
  for (const box of document.querySelectorAll("pre, .table")) {
    const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
markScrolling();
addEventListener("resize", markScrolling);
