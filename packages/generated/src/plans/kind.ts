import type { RoomUse } from "@image-staging/furniture/room-use";

/** What plans differ in besides their flat: how offices draw them, and for whom. */
export interface PlanKind {
  /** Filled in one colour, two lines, grey without an outline, hatched between two lines, or strokes of 8 cm. */
  walls: "filled" | "lines" | "grey" | "hatched" | "thin";
  /** A leaf with its arc, a leaf half open, or a gap. */
  doors: "arc" | "leaf" | "gap";
  /** Rooms in pale colours by their use. */
  isColoured: boolean;
  /** Chains of measures outside, lines with arrow heads in the rooms, or none. */
  dimensions: "outside" | "inside" | "none";
  language: Language;
  sizes: "metres" | "feet" | "both" | "area" | "none";
  /** Rooms along a hall, or all around the living room. */
  layout: "hall" | "open";
  /** Bedrooms have a built-in wardrobe. */
  hasWardrobes: boolean;
}

export type Language = "en" | "de" | "fr" | "es" | "it" | "nl";

const at = <T>(items: readonly [T, ...T[]], index: number): T => items[index % items.length] ?? items[0];

/** The kind of a seed: thirty in a row have each of every difference several times. */
export function kindOf(seed: number): PlanKind {
  const language = at(["en", "en", "de", "en", "fr", "es", "nl", "en", "it"] as const, seed);
  return {
    walls: at(["filled", "lines", "thin", "grey", "hatched"], seed),
    doors: at(["arc", "leaf", "arc", "gap"], seed),
    isColoured: seed % 3 === 1,
    dimensions: at(["none", "outside", "none", "inside", "none", "outside", "none"], seed),
    language,
    sizes:
      language === "en"
        ? at(["metres", "feet", "both", "feet", "none"], seed >> 1)
        : at(["metres", "area", "none"], seed),
    layout: seed % 8 < 5 ? "hall" : "open",
    hasWardrobes: seed % 4 === 2,
  };
}

/** What rooms are called. */
export type Names = Readonly<Partial<Record<RoomUse, readonly [string, ...string[]]>>>;

export const namesIn: Readonly<Record<Language, Names>> = {
  en: {
    living: ["Reception Room", "Living Room", "Lounge", "Sitting Room", "Drawing Room"],
    bedroom: ["Bedroom", "Bedroom 1", "Bedroom 2", "Principal Bedroom", "Master Bedroom"],
    kitchen: ["Kitchen"],
    bath: ["Bathroom", "Shower Room", "Bathroom"],
    dining: ["Dining Room"],
    office: ["Study", "Office"],
    hall: ["Hall", "Entrance Hall", "Hallway"],
  },
  de: {
    living: ["Wohnzimmer", "Wohnen"],
    bedroom: ["Schlafzimmer", "Schlafen"],
    kitchen: ["Küche"],
    bath: ["Bad", "Badezimmer"],
    dining: ["Esszimmer", "Essen"],
    office: ["Arbeitszimmer", "Büro"],
    hall: ["Flur", "Diele"],
  },
  fr: {
    living: ["Salon", "Séjour"],
    bedroom: ["Chambre", "Chambre 1", "Chambre 2"],
    kitchen: ["Cuisine"],
    bath: ["Salle de bains", "Salle d'eau"],
    dining: ["Salle à manger"],
    office: ["Bureau"],
    hall: ["Entrée", "Couloir"],
  },
  es: {
    living: ["Salón", "Sala de estar"],
    bedroom: ["Dormitorio", "Habitación"],
    kitchen: ["Cocina"],
    bath: ["Baño", "Aseo"],
    dining: ["Comedor"],
    office: ["Despacho", "Oficina"],
    hall: ["Pasillo", "Recibidor"],
  },
  it: {
    living: ["Soggiorno", "Salotto"],
    bedroom: ["Camera", "Camera da letto"],
    kitchen: ["Cucina"],
    bath: ["Bagno"],
    dining: ["Sala da pranzo"],
    office: ["Ufficio"],
    hall: ["Ingresso", "Corridoio"],
  },
  nl: {
    living: ["Woonkamer"],
    bedroom: ["Slaapkamer", "Slaapkamer 1"],
    kitchen: ["Keuken"],
    bath: ["Badkamer"],
    dining: ["Eetkamer"],
    office: ["Werkkamer", "Kantoor"],
    hall: ["Hal", "Gang"],
  },
};
