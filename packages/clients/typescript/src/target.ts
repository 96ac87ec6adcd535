/** Where requests go, and the key that they have. Throws a TypeError for what no repetition could repair. */
export function targetOf(baseUrl: string, apiKey: string): { base: string; key: string } {
  const base = trimmed(baseUrl).replace(/\/+$/, "");
  if (!isBase(base))
    throw new TypeError(
      "baseUrl is the base address that came with your API key, such as https://api.example.com.",
    );
  const key = trimmed(apiKey);
  if (key === "") throw new TypeError("apiKey is missing: it is the API key that your operator gave you.");
  // Otherwise fetch refuses it, and shows it in its message.
  if (/[^\x21-\x7e]/.test(key)) throw new TypeError("The API key has characters that no key has.");
  return { base, key };
}

/** JavaScript passes on what a type forbids, such as a variable of the environment that is not set. */
const trimmed = (value: unknown) => (typeof value === "string" ? value.trim() : "");

function isBase(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return `${username}${password}${search}${hash}` === "" && !/[?#]/.test(text);
}

/** Cloudflare's workers send the characters of a header in UTF-8 themselves; others send each as one byte. */
const sendsUtf8 = () => globalThis.navigator?.userAgent === "Cloudflare-Workers";

/**
 * An idempotency key as it is sent: a header has no other characters than those of bytes, so the bytes of UTF-8. Throws a
 * TypeError for a key that the service refuses, or that cannot be sent.
 */
export function headerOf(key: string): string {
  const length = typeof key === "string" ? Array.from(key).length : 0;
  if (length < 1 || length > 200 || key.trim() === "" || /\p{Cc}/u.test(key))
    throw new TypeError("An idempotency key is a text of 1 to 200 characters, in one line.");
  return sendsUtf8() ? key : String.fromCharCode(...new TextEncoder().encode(key));
}
