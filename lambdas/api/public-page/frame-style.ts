/** The colours, the header and the headings of the site, for pages that hold their style. */
export const frameStyle = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2433, #e8eaf0); --soft: light-dark(#565f72, #a7afc0);
  --paper: light-dark(#f6f5f2, #14171f); --card: light-dark(#fff, #1d212c);
  --line: light-dark(#dedbd3, #363c4c); --control: light-dark(#85817a, #767e90);
  --accent: light-dark(#26614f, #74c9ad); --on-accent: light-dark(#fff, #10241d);
  --tint: light-dark(#e7f1ed, #21342f); --bad: light-dark(#a81f14, #ff9c91); --warn: light-dark(#7a4b00, #f3c26b);
}
* { box-sizing: border-box; }
[hidden][hidden] { display: none; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main { margin: 0 auto; padding: 2.25rem 1.5rem 4rem; }
@media (max-width: 30rem) { main { padding: 1.5rem 1rem 3rem; } }
h1 { margin: 0; font-size: clamp(1.6rem, 4vw, 2.1rem); line-height: 1.15; letter-spacing: -.015em; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.top { position: sticky; top: 0; z-index: 5; display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; min-height: 3.5rem; padding: .5rem 1.5rem; border-bottom: 1px solid var(--line); background: var(--card); font-size: 15px; line-height: 1.5; }
.brand { display: flex; gap: .55rem; align-items: center; color: inherit; font-weight: 650; text-decoration: none; }
.brand svg { width: 1.6rem; height: 1.6rem; }
.parts { display: flex; gap: .15rem; }
.parts a { padding: .35rem .75rem; border-radius: 8px; color: var(--soft); text-decoration: none; }
.parts a:hover { color: var(--ink); }
.parts [aria-current] { background: var(--tint); color: var(--accent); font-weight: 600; }
@media (max-width: 40rem) { .top { position: static; padding: .5rem 1rem; } .parts { flex: 1 1 100%; flex-wrap: wrap; justify-content: space-between; gap: 0; margin: 0 -.5rem; } .parts a { padding: .35rem .3rem; font-size: .82rem; } }
`;
