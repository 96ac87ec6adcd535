import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

/** Whether this machine has the program that answers requests for timestamps. */
export const hasOpenssl = spawnSync("openssl", ["ts", "-help"]).status === 0;
if (!hasOpenssl) console.log("Timestamps are not tested: there is no openssl. Install it.");

const policy = (folder: string) => `
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[service]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[timestamps]
serial = ${folder}/serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
ess_cert_id_alg = sha256
`;

/** A service of timestamps (RFC 3161) on this machine, with an authority that nobody else knows. It keeps the tokens that it gave. */
export async function startTimestamps() {
  const folder = mkdtempSync(join(tmpdir(), "timestamps-"));
  const openssl = (...words: string[]) => execFileSync("openssl", words, { cwd: folder, stdio: "pipe" });
  writeFileSync(join(folder, "openssl.cnf"), policy(folder));
  writeFileSync(join(folder, "serial"), "01\n");
  const config = ["-config", "openssl.cnf"];
  const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"];
  const request = ["req", "-x509", ...config, ...made];
  const by = ["-CA", "authority.pem", "-CAkey", "authority.key"];
  const named = (name: string) => ["-extensions", name, "-keyout", `${name}.key`, "-out", `${name}.pem`];
  openssl(...request, "-subj", "/O=Tests/CN=Authority of timestamps", ...named("authority"));
  openssl(...request, "-subj", "/O=Tests/CN=Service of timestamps", ...by, ...named("service"));

  const signer = ["-signer", "service.pem", "-inkey", "service.key", "-chain", "authority.pem"];
  const tokens: Buffer[] = [];
  const server = createServer(async (message, response) => {
    writeFileSync(join(folder, "query.tsq"), await buffer(message));
    const files = ["-queryfile", "query.tsq", "-out", "reply.tsr"];
    openssl("ts", "-reply", ...config, "-section", "timestamps", ...signer, ...files);
    tokens.push(openssl("ts", "-reply", "-in", "reply.tsr", "-token_out"));
    response.setHeader("content-type", "application/timestamp-reply");
    response.end(readFileSync(join(folder, "reply.tsr")));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const authority = readFileSync(join(folder, "authority.pem"), "utf8");
  return { url, tokens, authority, stop: () => server.close() };
}
