/** What a room of a plan is for, as far as its floor and furniture go. */
export type RoomUse =
  | "living"
  | "dining"
  | "kitchen"
  | "bedroom"
  | "child"
  | "office"
  | "bath"
  | "hall"
  | "storage"
  | "utility"
  | "outside"
  | "garage"
  | "studio"
  | "conservatory";

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
  [/^(study|office|library|workspace|homeoffice)/, "office"],
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

/** Words that only say which room of several it is, or that describe the whole plan. */
const plainWords =
  /^(floor|ground|first|second|third|fourth|fifth|sixth|lower|upper|basement|approx|gross|area|total|internal)/;

/** The use that a word names; undefined if it names none. One wrong letter in a word of six or more is forgiven. */
export function useOf(word: string): RoomUse | undefined {
  const text = word.toLowerCase().replace(/[^a-z]/g, "");
  if (text.length < 2 || plainWords.test(text)) return undefined;
  for (const [pattern, use] of names) if (pattern.test(text)) return use;
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
