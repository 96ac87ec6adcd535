import type { OperationId } from "../../../lambdas/api/contract/operations.ts";
import { sandboxReferences } from "../../../lambdas/domain/generation/sandbox.ts";

/** Creates with `a` below it ask for a label with its page, and are not cancelled. */
export const pageShare = 0.12;

/** A name among few, so that jobs of one listing meet; none for most. */
export const listingFor = (share: number): string | undefined =>
  share < 0.5 ? `home-${Math.floor(share * 4)}` : undefined;

type Drawn = { organization: number; a: number; b: number; c: number };

/** What a create asks for, its source apart. Few configurations, so that some come again and are answered from the cache. */
export function bodyFor({ organization, a, b, c }: Drawn, isSandbox: boolean): Record<string, unknown> {
  const url = `https://hooks.example/${organization}/own?fails=${b < 0.5 ? 0 : 0.4}`;
  const listing = listingFor((c * 100) % 1);
  const common = {
    ...(c < 0.4 && { webhook: { url } }),
    ...(a < 0.2 && { disclosure: a < pageShare ? "label_and_page" : "label" }),
    ...(a > 0.7 && { include_alternates: true }),
    ...(listing !== undefined && { listing }),
    reference:
      isSandbox && b > 0.4 ? (sandboxReferences[Math.floor(c * sandboxReferences.length)] ?? "") : `ref ${a}`,
  };
  if (a > pageShare && a < 0.35) return { ...common, workflow: "pro_capture", capture_type: "photo" };
  if (a > 0.85) return { ...common, workflow: "staging", capture_type: "floorplan" };
  const room_types = a < 0.6 ? ["Living Room"] : ["Bedroom"];
  return { ...common, workflow: "staging", capture_type: "photo", mode: "refurnish", room_types };
}

export const overridesFor = ({ a }: Pick<Drawn, "a">): Record<string, unknown> =>
  a < 0.5 ? {} : { reference: `again ${a}`, metadata: { listing: a } };

/** A body that no earlier request of the operation had; null if its requests have none. */
export function otherBodyFor(operationId: OperationId, drawn: Drawn): Record<string, unknown> | null {
  const reference = `another ${drawn.b}`;
  if (operationId === "createGeneration")
    return { ...bodyFor(drawn, false), reference, source_url: "https://pictures.example/room.jpg" };
  if (operationId === "createSourceAsset")
    return { source_url: `https://pictures.example/room.jpg?another=${drawn.b}` };
  return operationId === "regenerateGeneration" ? { reference } : null;
}
