import type { Material, Mesh, Part, Placement } from "@image-staging/tracer/scene";
import { joined } from "../rooms/joined.ts";
import { type Class, numberOf } from "./classes.ts";
import type { Labelled } from "./draft.ts";

/** One mesh for each material and class, as a placement whose parts are of the given classes. */
export function merged(list: readonly Labelled[]): { placement: Placement; classes: readonly Class[] } {
  const byMaterial = new Map<Material, Map<Class, Mesh[]>>();
  for (const { part, as } of list) {
    const byClass = byMaterial.get(part.material) ?? new Map<Class, Mesh[]>();
    byMaterial.set(part.material, byClass);
    const meshes = byClass.get(as);
    if (meshes) meshes.push(part.mesh);
    else byClass.set(as, [part.mesh]);
  }
  const parts: Part[] = [];
  const classes: Class[] = [];
  for (const [material, byClass] of byMaterial)
    for (const [as, meshes] of byClass) {
      parts.push({ material, mesh: joined(meshes) });
      classes.push(as);
    }
  const piece = { kind: "room", parts, width: 0, depth: 0, height: 0 };
  return { placement: { piece, x: 0, y: 0, z: 0, turn: 0 }, classes };
}

/** The class of each part by the renderer's number, which counts no glass. */
export function numbersOf(placements: readonly Placement[], shell: readonly Class[]): number[] {
  return placements.flatMap(({ piece }, i) =>
    piece.parts.flatMap(({ material }, j) => {
      if (material.kind === "glass") return [];
      const ofPiece: Class = piece.kind === "rug" || piece.kind === "mat" ? "rug" : "thing";
      return [numberOf(i === 0 ? (shell[j] ?? "thing") : ofPiece)];
    }),
  );
}
