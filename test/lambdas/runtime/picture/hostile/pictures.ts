import type { HostilePicture } from "./bases.ts";
import { brokenMetadata } from "./broken-metadata.ts";
import { brokenStructure } from "./broken-structure.ts";
import { damage, mutations, truncations } from "./damaged.ts";
import { otherTypes } from "./other-types.ts";
import { polyglots } from "./polyglots.ts";
import { bombs, edgeSizes, impossibleSizes } from "./sizes.ts";
import { unusual } from "./unusual.ts";

export const hostilePictures: HostilePicture[] = [
  ...truncations(),
  ...(await otherTypes()),
  ...polyglots(),
  ...impossibleSizes(),
  ...(await edgeSizes()),
  ...(await bombs()),
  ...damage(),
  ...mutations(),
  ...brokenStructure(),
  ...(await brokenMetadata()),
  ...(await unusual()),
];
