/** The types of bidi-js describe its ES module, and TypeScript takes them for those of its CommonJS file. */
declare module "bidi-js/dist/bidi.mjs" {
  import type { Bidi } from "bidi-js";

  const bidiFactory: () => Bidi;
  export default bidiFactory;
}
