import { generateKeyPairSync, sign } from "node:crypto";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const tags = {
  integer: 2,
  bitString: 3,
  octetString: 4,
  oid: 6,
  utf8: 12,
  utcTime: 23,
  sequence: 48,
  set: 49,
};
const ecdsaWithSha256 = "2a8648ce3d040302";
const commonName = "550403";
const subjectAltName = "551d11";
const basicConstraints = "551d13";

/** A self-signed P-256 certificate for the given names and addresses, in DER by hand: Node cannot make one. */
export function selfSigned(hosts: string[]): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(ecdsaWithSha256));
  const name = sequence(der(tags.set, sequence(oid(commonName), der(tags.utf8, Buffer.from("test")))));
  const alternatives = sequence(...hosts.map(alternativeName));
  const isCa = sequence(der(1, Buffer.from([0xff])));
  const extensions = sequence(extension(subjectAltName, alternatives), extension(basicConstraints, isCa));
  const body = sequence(
    der(0xa0, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, Buffer.from([1])),
    algorithm,
    name,
    sequence(
      der(tags.utcTime, Buffer.from("200101000000Z")),
      der(tags.utcTime, Buffer.from("491231235959Z")),
    ),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = der(tags.bitString, Buffer.from([0]), sign("sha256", body, privateKey));
  const pem =
    sequence(body, algorithm, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${pem.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function alternativeName(host: string): Buffer {
  return isIP(host) ? der(0x87, Buffer.from(ipaddr.parse(host).toByteArray())) : der(0x82, Buffer.from(host));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), der(tags.octetString, value));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(tags.sequence, ...parts);
}

function oid(hex: string): Buffer {
  return der(tags.oid, Buffer.from(hex, "hex"));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
