import { version as renderedVersion } from "@image-staging/rendered/version";

/** Names both models in the answers and in the key of the approved cache: another one if the same request gets other pictures. */
export const version = `${renderedVersion}-eraser-1`;
