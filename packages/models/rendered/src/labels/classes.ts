/** What the network tells apart, in the order of its output. A casing belongs to its opening, a passage to the doors. */
export const labelClasses = [
  "floor",
  "wall",
  "ceiling",
  "trim",
  "door",
  "window",
  "fitting",
  "hearth",
  "brick",
  "thing",
  "rug",
] as const;

export type LabelClass = (typeof labelClasses)[number];

/** The surfaces and things that a picture is made of. `fixed` is all that belongs to the house and is no bare surface. */
export const labelGroups = ["floor", "walls", "ceiling", "fixed", "things"] as const;

export type LabelGroup = (typeof labelGroups)[number];

export const groupOf: Readonly<Record<LabelClass, LabelGroup>> = {
  floor: "floor",
  wall: "walls",
  ceiling: "ceiling",
  trim: "walls",
  door: "fixed",
  window: "fixed",
  fitting: "fixed",
  hearth: "fixed",
  brick: "walls",
  thing: "things",
  rug: "things",
};
