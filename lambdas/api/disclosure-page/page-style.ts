/** The page's one style sheet, inside it: the policy allows it by its hash. */
export const style = `
:root { color-scheme: light dark; --text: #1a1c1e; --quiet: #555b61; --page: #f7f7f5; --line: #d5d7d9; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
  :root { --text: #eceef0; --quiet: #a9b0b7; --page: #15171a; --line: #3a3f45; --link: #8ec1ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 90rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; }
p { max-width: 42rem; margin: .75rem 0 0; }
.quiet { color: var(--quiet); font-size: .9rem; }
.pictures { display: grid; gap: 1.5rem; margin-top: 1.5rem; }
@media (min-width: 48rem) { .pictures { grid-template-columns: 1fr 1fr; align-items: start; } }
figure { margin: 0; }
figcaption { margin-bottom: .5rem; font-weight: 600; }
figcaption span { display: block; color: var(--quiet); font-size: .9rem; font-weight: 400; }
img { display: block; width: 100%; height: auto; min-height: 3rem; border: 1px solid var(--line); border-radius: .25rem; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; }
`;
