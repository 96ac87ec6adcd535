import { styleOf } from "../public-page/frame.ts";

/** The page's one style sheet, inside it: the policy allows it by its hash. */
export const style = styleOf(`
main { max-width: 100rem; }
p { max-width: 44rem; margin: .6rem 0 0; }
.quiet { color: var(--soft); font-size: .92rem; }
.pictures { display: grid; gap: 1.5rem; margin-top: 1.75rem; }
@media (min-width: 48rem) { .pictures { grid-template-columns: 1fr 1fr; align-items: start; } }
figure { margin: 0; }
figcaption { margin-bottom: .5rem; font-weight: 600; }
figcaption span { display: block; color: var(--soft); font-size: .92rem; font-weight: 400; }
img { display: block; width: 100%; height: auto; min-height: 3rem; border: 1px solid var(--line); border-radius: 10px; }
`);
