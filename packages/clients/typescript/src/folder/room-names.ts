import { type RoomType, roomTypes } from "../index.ts";

/** Words that say a room in the names of files, besides the room types' own: small letters without accents. */
const words: Partial<Record<RoomType, string>> = {
  "Living Room":
    "livingroom living lounge sitting wohnzimmer wohnen stube salon sejour woonkamer salotto soggiorno sala vardagsrum stue",
  Kitchen: "kitchen kueche kuche cuisine cocina cucina keuken kok kjokken koekken cozinha kuchnia",
  "Dining Room": "diningroom dining esszimmer essen salleamanger comedor pranzo eetkamer",
  Bathroom: "bathroom bath badezimmer bad salledebain sdb bano bagno badkamer badrum banheiro lazienka",
  Toilet: "toilet wc gaestewc toilette toilettes aseo",
  Bedroom:
    "bedroom bed schlafzimmer schlafen chambre dormitorio habitacion camera slaapkamer sovrum quarto sypialnia",
  "Children's Room": "childrensroom nursery kinderzimmer kids chambreenfant kinderkamer barnrum",
  Hallway: "hallway hall corridor flur diele couloir entree pasillo ingresso gang entrance",
  Office: "office study buero buro arbeitszimmer bureau despacho studio ufficio kantoor",
  Laundry: "laundry waschkueche buanderie lavanderia",
  Basement: "basement cellar keller cave sotano cantina kelder",
  Attic: "attic dachboden dachgeschoss grenier atico soffitta zolder",
  Balcony: "balcony balkon balcon balcone",
  Terrace: "terrace terrasse terraza terrazza terras patio",
  Garden: "garden garten jardin giardino tuin yard",
  Exterior: "exterior outside facade fassade aussen front",
};

/** Small letters without accents and marks; umlauts both ways, as Küche is spelled Kueche, too. */
const folded = (text: string): string =>
  text.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "");

const known = new Map<string, RoomType>();
for (const type of roomTypes) {
  known.set(folded(type).replace(/[^a-z]/g, ""), type);
  for (const word of words[type]?.split(" ") ?? []) if (!known.has(word)) known.set(word, type);
}

/** The room that a file's name says, such as `bedroom-2.jpg` or `Küche links.png`; undefined if it says none. */
export function roomTypeOf(name: string): RoomType | undefined {
  const parts = folded(name).match(/\p{L}+/gu) ?? [];
  for (let length = 3; length > 0; length--)
    for (let at = 0; at + length <= parts.length; at++) {
      const room = known.get(parts.slice(at, at + length).join(""));
      if (room) return room;
    }
  return undefined;
}
