let following = new AbortController();

/** Takes the panel of results for something else: whoever had it stops to show there. Returns when this one has to stop. */
export function takePanel() {
  following.abort();
  following = new AbortController();
  return following.signal;
}

/** Brings the panel into view, if it is not. */
export function reveal(panel) {
  const { top } = panel.getBoundingClientRect();
  if (top < innerHeight / 3 && top >= 0) return;
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  panel.scrollIntoView({ behavior: isCalm ? "auto" : "smooth", block: "start" });
}
