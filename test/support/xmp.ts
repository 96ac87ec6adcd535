/** The properties of an XMP packet as `namespace` + name, by the rules of XML namespaces: whatever prefixes it uses. */
export function readXmp(packet: string): Map<string, string> {
  const properties = new Map<string, string>();
  const open: { name: string; prefixes: Map<string, string>; text: string }[] = [];
  const tokens =
    /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<(\/?)([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)|</g;
  for (const [token, closing, name = "", attributes = "", empty, text] of packet.matchAll(tokens)) {
    if (token === "<") throw new Error("The packet is not well-formed XML.");
    const top = open.at(-1);
    if (text !== undefined && top) top.text += text;
    if (!name) continue;
    if (closing) {
      const ended = open.pop();
      if (ended?.name !== name) throw new Error(`${name} closes ${ended?.name}`);
      if (ended.text.trim()) properties.set(expand(name, ended.prefixes), ended.text.trim());
      continue;
    }
    const given = [...attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      ([, key = "", double, single]) => [key, double ?? single ?? ""] as const,
    );
    const declared = given.flatMap(([key, value]) =>
      key.startsWith("xmlns:") ? [[key.slice(6), value] as const] : [],
    );
    const prefixes = new Map([...(top?.prefixes ?? []), ...declared]);
    for (const [key, value] of given)
      if (!key.startsWith("xmlns") && !key.startsWith("xml:")) properties.set(expand(key, prefixes), value);
    if (!empty) open.push({ name, prefixes, text: "" });
  }
  if (open.length > 0) throw new Error(`${open.at(-1)?.name} is not closed`);
  return properties;
}

function expand(name: string, prefixes: Map<string, string>): string {
  const [prefix = "", local] = name.split(":");
  const namespace = prefixes.get(prefix);
  if (local === undefined || namespace === undefined) throw new Error(`${name} is in no namespace`);
  return namespace + local;
}
