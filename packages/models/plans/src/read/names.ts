import type { RoomUse } from "@image-staging/furniture/room-use";

/** Words of room names in British, American and agents' English. The first that fits decides. */
const names: readonly (readonly [RegExp, RoomUse])[] = [
  [/^(nursery|child|children|kids?)/, "child"],
  [
    /^(bathroom|bath|shower|showerroom|wc|toilet|cloak(s|room)?|ensuite|powder|washroom|lavatory|wetroom)$/,
    "bath",
  ],
  [/^(bed(room)?s?|master|principal|guest|mbr)\d*$/, "bedroom"],
  [/^(kitchen(ette)?|kit)$/, "kitchen"],
  [/^(dining|breakfast|diner)/, "dining"],
  [
    /^(reception|living|lounge|sitting|drawing|family|snug|tv|media|parlou?r|great|morning|playroom|games|den)/,
    "living",
  ],
  [/^(conservatory|sunroom|orangery|garden\s?room)/, "conservatory"],
  [/^(stud(y.*)?$|office|library|workspace|homeoffice)/, "office"],
  [/^(hall(way)?|entrance|landing|corridor|lobby|foyer|vestibule|porch|passage|entry|inner)$/, "hall"],
  [/^(utility|laundry|boiler|plant|boot)/, "utility"],
  [
    /^(store|storage|stores|cupboard|cpd|closet|wardrobes?|dressing|walkin|wic|pantry|larder|cellar|linen|airing|st)$/,
    "storage",
  ],
  [/^(balcony|terrace|patio|garden|decking|roof|courtyard|loggia|veranda|deck)/, "outside"],
  [/^(garage|carport|workshop|parking)/, "garage"],
  [/^(studio|bedsit)/, "studio"],
];

/** The same in German, French, Spanish, Italian and Dutch. Of other accents than these the reader sees the letter alone. */
const otherNames: readonly (readonly [RoomUse, string])[] = [
  ["child", "kinderzimmer kinderkamer enfant"],
  ["bath", "bad badezimmer badkamer dusche bains deau douche toilette baño aseo bagno doccia"],
  ["bedroom", "schlafzimmer schlafen chambre dormitorio habitacion camera slaapkamer"],
  ["kitchen", "küche kochen cuisine cocina cucina keuken"],
  ["dining", "esszimmer essen manger comedor pranzo eetkamer"],
  ["living", "wohnzimmer wohnen sejour salon estar soggiorno salotto woonkamer"],
  ["office", "arbeitszimmer büro bureau despacho oficina ufficio werkkamer kantoor"],
  ["hall", "flur diele eingang entree couloir pasillo recibidor ingresso corridoio hal gang overloop"],
  ["utility", "hauswirtschaftsraum buanderie lavadero lavanderia bijkeuken"],
  ["storage", "abstellraum keller cellier placard trastero ripostiglio berging"],
  ["outside", "balkon terrasse garten balcon terraza balcone terrazzo tuin dakterras"],
];

/** How a reader of English spells letters that English has not. */
const spellings: Readonly<Record<string, string>> = { ü: "(u|ue|i|ii|ti|il|li)", ñ: "(n|i|ii|fi|f|h|)" };

const otherPatterns = otherNames.map(([use, words]): readonly [RegExp, RoomUse] => [
  new RegExp(`^(${words.replaceAll(" ", "|").replace(/[üñ]/g, (letter) => spellings[letter] ?? letter)})$`),
  use,
]);

/** Words that only say which room of several it is, or that describe the whole plan. */
const plainWords =
  /^(floor|ground|first|second|third|fourth|fifth|sixth|lower|upper|basement|approx|gross|area|total|internal)/;

/**
 * The use that a word names; undefined if it names none. One wrong letter in a word of six or more is forgiven, as are
 * accents.
 */
export function useOf(word: string): RoomUse | undefined {
  const text = word
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z]/g, "");
  if (text.length < 2 || plainWords.test(text)) return undefined;
  for (const [pattern, use] of [...names, ...otherPatterns]) if (pattern.test(text)) return use;
  return text.length >= 6 ? nearlyUseOf(text) : undefined;
}

const longNames: readonly (readonly [string, RoomUse])[] = [
  ["bedroom", "bedroom"],
  ["bathroom", "bath"],
  ["kitchen", "kitchen"],
  ["reception", "living"],
  ["living", "living"],
  ["lounge", "living"],
  ["dining", "dining"],
  ["hallway", "hall"],
  ["entrance", "hall"],
  ["utility", "utility"],
  ["office", "office"],
  ["balcony", "outside"],
  ["terrace", "outside"],
  ["ensuite", "bath"],
  ...otherNames.flatMap(([use, words]) =>
    words.split(" ").flatMap((word): [string, RoomUse][] => (word.length >= 6 ? [[word, use]] : [])),
  ),
];

function nearlyUseOf(text: string): RoomUse | undefined {
  return longNames.find(
    ([name]) => Math.abs(name.length - text.length) <= 1 && editsBetween(text, name) <= 1,
  )?.[1];
}

/** Whether 0, 1 or more letters are replaced, lost or added between two words. */
function editsBetween(a: string, b: string): number {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return Math.max(a.length, b.length) - start - end;
}
