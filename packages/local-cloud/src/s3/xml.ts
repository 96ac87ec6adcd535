const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);

const unescapeXml = (text: string): string =>
  Object.entries(entities).reduceRight((plain, [char, entity]) => plain.replaceAll(entity, char), text);

/** `<name>…</name>` with escaped text, or nothing when there is no value. */
export const element = (name: string, value: string | number | boolean | undefined): string =>
  value === undefined ? "" : `<${name}>${escapeXml(String(value))}</${name}>`;

/** The texts of all elements of that name. Enough for the few request bodies S3 has. */
export const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text = ""]) => unescapeXml(text));

export const document = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`;
