/**
 * The SHA-256 of each thing that C2PA lets nobody cover: the earlier signers' manifests, and of a timestamp what its signature
 * leaves out. So the signer states them. Broken bytes have other ones.
 */
export async function uncoveredOf(earlier: Uint8Array, timestamp: Uint8Array | null): Promise<string[]> {
  const hashes = earlier.length > 0 ? [await sha256(earlier)] : [];
  return timestamp ? [...hashes, await sha256(await unsignedIn(timestamp))] : hashes;
}

/** Bytes as hexadecimal digits. It runs in browsers too, which have no Buffer. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const sha256 = async (bytes: Uint8Array): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes))));

/**
 * What the signature of a TimeStampToken (RFC 3161, RFC 5652) leaves out, and that is the same in the service's next token:
 * versions, algorithms, and the certificates that the token does not name by their SHA-256 (RFC 5035). Nothing if the
 * signature is no canonical one, as its leading zeros sign nothing.
 */
async function unsignedIn(token: Uint8Array): Promise<Uint8Array> {
  const [contentInfo] = valuesIn(token);
  const [, content] = valuesIn(contentInfo?.content);
  const [signedData] = valuesIn(content?.content);
  const [version, algorithms, , ...rest] = valuesIn(signedData?.content);
  const [signer] = valuesIn(rest.at(-1)?.content);
  const [signerVersion, , ...signed] = valuesIn(signer?.content);
  const others = rest.slice(0, -1);
  const certificates = valuesIn(others.find(({ tag }) => tag === implicit)?.content);
  const named = hexOf(token);
  const hashes = await Promise.all(certificates.map(({ whole }) => sha256(whole)));
  const parts = [
    ...[version, algorithms, ...others.filter(({ tag }) => tag !== implicit)],
    ...certificates.filter((_, index) => !named.includes(hashes[index] ?? "")),
    ...[signerVersion, ...signed.filter(({ tag }) => tag !== implicit && tag !== octets)],
  ];
  const isCanonical = signed.filter(({ tag }) => tag === octets).every(({ content }) => isMinimal(content));
  return new Uint8Array(isCanonical ? parts.flatMap((part) => [...(part?.whole ?? [])]) : []);
}

const [sequence, octets, implicit] = [0x30, 0x04, 0xa0];

/** Whether the numbers of an ECDSA signature (RFC 3279) on P-256 or P-384 have no digit too many. Others have no numbers. */
function isMinimal(signature: Uint8Array): boolean {
  const [numbers, ...after] = valuesIn(signature);
  if (numbers?.tag !== sequence || numbers.whole.length < signature.length || after.length > 0) return true;
  return valuesIn(numbers.content).every(
    ({ content }) => ![33, 49].includes(content.length) || content[0] === 0,
  );
}

type Value = { tag: number; whole: Uint8Array; content: Uint8Array };

/** The values one after the other in DER (X.690): the tag, the whole, and what follows tag and length. */
function valuesIn(bytes: Uint8Array = new Uint8Array()): Value[] {
  const found = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, short = 0] = bytes.subarray(at, at + 2);
    const start = at + 2 + (short < 0x80 ? 0 : short & 0x7f);
    const long = bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    const end = start + (short < 0x80 ? short : long);
    found.push({ tag, whole: bytes.subarray(at, end), content: bytes.subarray(start, end) });
    at = end;
  }
  return found;
}
