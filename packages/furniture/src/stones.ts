import type { Material } from "@image-staging/tracer/scene";
import { rgb } from "./styles.ts";

export const marble: Material = {
  kind: "stone",
  pattern: "marble",
  color: rgb("#ece9e4"),
  vein: rgb("#8f8c88"),
  gloss: 0.7,
};

export const travertine: Material = {
  kind: "stone",
  pattern: "travertine",
  color: rgb("#d8c7ab"),
  vein: rgb("#a8906c"),
  gloss: 0.2,
};
