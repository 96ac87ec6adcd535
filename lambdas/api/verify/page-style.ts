import { styleOf } from "../public-page/frame.ts";

/** The page's one style sheet; the policy allows it by its hash. */
export const style = styleOf(`
main { max-width: 100rem; }
.lead { max-width: 44rem; margin: .6rem 0 1.75rem; color: var(--soft); }
.work { display: grid; gap: 1.5rem; }
.card { border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
.drop { position: relative; display: grid; place-items: center; min-height: 15rem; padding: 1.5rem; border: 2px dashed var(--control); text-align: center; }
.drop.over { border-color: var(--accent); background: var(--tint); }
.drop p { margin: .9rem 0 0; color: var(--soft); font-size: .92rem; }
.drop img { display: block; max-width: 100%; max-height: 26rem; margin: 0 auto 1rem; border-radius: 8px; }
.pick { display: inline-block; padding: .65rem 1.15rem; border-radius: 9px; background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer; }
input[type=file] { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
input:focus-visible + .pick { outline: 3px solid var(--accent); outline-offset: 3px; }
.result { padding: 1.4rem 1.5rem 1.5rem; }
.verdict { display: grid; grid-template-columns: 2.4rem 1fr; gap: .9rem; align-items: start; margin: 0; }
.verdict svg { width: 2.4rem; height: 2.4rem; }
.verdict h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
.verdict p { margin: .25rem 0 0; color: var(--soft); }
.good { color: var(--accent); } .bad { color: var(--bad); } .warn { color: var(--warn); } .none { color: var(--soft); }
dl { display: grid; grid-template-columns: minmax(7rem, 10rem) 1fr; gap: .85rem 1rem; margin: 1.3rem 0 0; padding-top: 1.2rem; border-top: 1px solid var(--line); }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
dd small { display: block; color: var(--soft); font-size: .87rem; }
code, pre { font: .86rem/1.5 ui-monospace, monospace; }
.notes { display: grid; gap: .5rem 2rem; margin-top: 2rem; color: var(--soft); font-size: .92rem; }
.notes h2 { margin: 0; color: var(--ink); font-size: 1rem; } .notes p { margin: .25rem 0 0; }
pre { margin: .5rem 0 0; padding: .7rem .9rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: var(--ink); }
@media (min-width: 56rem) { .work.done { grid-template-columns: 5fr 6fr; align-items: start; } .notes { grid-template-columns: 1fr 1fr 1fr; } }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: .1rem; } dd { margin-bottom: .6rem; } }
`);
