const character = "[\\w\\-.~!$&'()*+,;=:@/?]|%[\\da-f]{2}";
const uri = new RegExp(`^https?://[\\w\\-.~:[\\]]+(?:${character})*(?:#(?:${character})*)?$`, "i");

/** Whether an http(s) URL is a URI (RFC 3986): ASCII, with everything else percent-encoded. WHATWG's URLs are more. */
export const isUri = (url: string): boolean => uri.test(url);

/** The URI that means the same as a URL: its host in punycode, what a URI can't have percent-encoded. */
export function uriOf({ origin, href }: URL): string {
  const [before = "", ...fragments] = href.slice(origin.length).split("#");
  const fragment = fragments.length > 0 ? `#${encoded(fragments.join("%23"))}` : "";
  return `${origin}${encoded(before)}${fragment}`;
}

const encoded = (part: string): string =>
  part.replace(/%(?![\da-f]{2})|[^\w\-.~!$&'()*+,;=:@/?%]/gi, encodeURIComponent);
