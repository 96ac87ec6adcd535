import type { Defect } from "./defect.ts";

/** Who may do what: keys, signatures, tenants, networks. */
export const access: Defect[] = [
  {
    name: "the body is read before the key",
    file: "lambdas/api/chain/route.ts",
    text: `    .use(authenticate())
    .use(countRequest(counter))
    .use(readBody(steps.readBody))`,
    becomes: `    .use(readBody(steps.readBody))
    .use(authenticate())
    .use(countRequest(counter))`,
    caughtBy: {
      file: "lambdas/api/chain/authenticate",
      title: "a malformed body without a valid key is answered 401, not 400",
    },
  },
  {
    name: "requests with a malformed body are not counted",
    file: "lambdas/api/chain/route.ts",
    text: `    .use(countRequest(counter))
    .use(readBody(steps.readBody))`,
    becomes: `    .use(readBody(steps.readBody))
    .use(countRequest(counter))`,
    caughtBy: {
      file: "lambdas/api/chain/rate-limit",
      title: "refused requests, of whatever kind, count as well",
    },
  },
  {
    name: "the rate is checked after the effect",
    file: "lambdas/api/chain/route.ts",
    text: `      const [found] = await Promise.all([steps.read(request), withinLimits(rate)]);
      return steps.answer(found, request);`,
    becomes: `      const answer = await steps.answer(await steps.read(request), request);
      await withinLimits(rate);
      return answer;`,
    caughtBy: { file: "lambdas/api/chain/rate-limit", title: "one that the limit refuses has no effect" },
  },
  {
    name: "any secret fits a known key",
    file: "lambdas/api/chain/authenticate.ts",
    text: "timingSafeEqual(expected, sha256(secret)) && key !== null",
    becomes: "timingSafeEqual(expected, expected) && secret !== null && key !== null",
    caughtBy: {
      file: "lambdas/api/chain/authenticate",
      title: "an unknown key, a wrong secret, a revoked and an expired key get the same answer",
    },
  },
  {
    name: "a revoked key is accepted",
    file: "lambdas/domain/organization/organization.ts",
    text: "key.revoked_at === null && now",
    becomes: "now",
    caughtBy: {
      file: "lambdas/api/chain/authenticate",
      title: "an unknown key, a wrong secret, a revoked and an expired key get the same answer",
    },
  },
  {
    name: "a key that expires stays in the cache",
    file: "lambdas/api/chain/authenticate.ts",
    text: "until: Math.min(now.getTime() + cacheMs, keyEndOf(identity.key))",
    becomes: "until: Math.max(now.getTime() + cacheMs, Math.min(keyEndOf(identity.key), 0))",
    caughtBy: {
      file: "lambdas/api/chain/authenticate",
      title: "one that expires is refused from that moment",
    },
  },
  {
    name: "an organization that is not approved has access",
    file: "lambdas/domain/organization/organization.ts",
    text: "approved && enabledStatuses",
    becomes: "approved || enabledStatuses",
    caughtBy: { file: "lambdas/api/chain/authenticate", title: "while it is not approved" },
  },
  {
    name: "a job can be read by every organization",
    file: "lambdas/storage/keys.ts",
    text: `  generation: (organizationId: string, jobId: string): Key => ({
    pk: \`\${inOrganization(organizationId)}#JOB#\${jobId}\`,`,
    becomes: `  generation: (_organizationId: string, jobId: string): Key => ({
    pk: \`ORG##JOB#\${jobId}\`,`,
    caughtBy: {
      file: "lambdas/api/routes.reads",
      title: "an id that is unknown, another organization's or malformed gets the same answer",
    },
  },
  {
    name: "an asset can be used by every organization",
    file: "lambdas/storage/keys.ts",
    text: "pk: `${inOrganization(organizationId)}#ASSET#${assetId}`",
    becomes: "pk: `${inOrganization(organizationId).slice(0, 4)}#ASSET#${assetId}`",
    caughtBy: {
      file: "lambdas/api/routes/generations/create",
      title: "of another organization gets the same answer as one that does not exist",
    },
  },
  {
    name: "an upload can be used by every organization",
    file: "lambdas/storage/keys.ts",
    text: "pk: `${inOrganization(organizationId)}#UPLOAD#${uploadId}`",
    becomes: "pk: `${inOrganization(organizationId).slice(0, 4)}#UPLOAD#${uploadId}`",
    caughtBy: { file: "lambdas/api/routes/uploads/create", title: "is another organization's, for" },
  },
  {
    name: "an Idempotency-Key counts over all organizations",
    file: "lambdas/storage/keys.ts",
    text: "pk: `${inOrganization(organizationId)}#IDEM#",
    becomes: "pk: `${inOrganization(organizationId).slice(0, 4)}#IDEM#",
    caughtBy: {
      file: "lambdas/api/creation/idempotency",
      title: "per organization, per operation and per path",
    },
  },
  {
    name: "a different request is answered with the first response",
    file: "lambdas/api/creation/idempotency.ts",
    text: "if (accepted.request_hash !== claim.requestHash)",
    becomes: "if (accepted.request_hash === '')",
    caughtBy: { file: "lambdas/api/creation/idempotency", title: "with another payload is answered 409" },
  },
  {
    name: "the file does not count for what makes a request the same",
    file: "lambdas/api/creation/idempotency.ts",
    text: "requestHash({ fields, file: file && sha256Hex(file) })",
    becomes: "requestHash({ fields, file: file && true })",
    caughtBy: {
      file: "lambdas/api/creation/idempotency",
      title: "as a form is the same with another boundary, and a different one with another file",
    },
  },
  {
    name: "pictures of one configuration are those of any source",
    file: "lambdas/domain/generation/fingerprint.ts",
    text: "{ organizationId, contentHash, workflow,",
    becomes: "{ organizationId, contentHash: contentHash.slice(0, 0), workflow,",
    caughtBy: {
      file: "lambdas/domain/generation/fingerprint",
      title:
        "another organization, picture, workflow, capture type, mode, room, style or disclosure has another one",
    },
  },
  {
    name: "a cursor's signature is not compared",
    file: "lambdas/domain/cursor.ts",
    text: "given.length === expected.length && timingSafeEqual(given, expected)",
    becomes: "given.length === expected.length && timingSafeEqual(given, given)",
    caughtBy: {
      file: "lambdas/api/routes/billing-events/list.paging",
      title: "a cursor of another organization, a changed one and a made-up one are refused",
    },
  },
  {
    name: "a cursor continues a list of other filters",
    file: "lambdas/domain/cursor.ts",
    text: '...(scope === "" ? [] : [scope])',
    becomes: '...(scope === "" ? [] : [])',
    caughtBy: {
      file: "lambdas/api/routes/billing-events/list.filters",
      title: "a cursor continues only the list of its own filters",
    },
  },
  {
    name: "a webhook's signature is over another encoding of its body",
    file: "lambdas/pipeline/webhook/send.ts",
    text: "...signedHeaders(messageId, bytes, secrets, new Date())",
    becomes: '...signedHeaders(messageId, Buffer.from(body, "latin1"), secrets, new Date())',
    caughtBy: {
      file: "lambdas/pipeline/deliver-webhook",
      title:
        "a completion arrives signed at the organization's default URL, once however often it is announced",
    },
  },
  {
    name: "a webhook's time is not signed",
    file: "lambdas/domain/webhook/signing.ts",
    text: "const signed = `${id}.${timestamp}.`;",
    becomes: "const signed = `${id}..`;",
    caughtBy: { file: "lambdas/domain/webhook/signing", title: "accepts what is signed, whatever its text" },
  },
  {
    name: "a webhook's time is in milliseconds",
    file: "lambdas/domain/webhook/signing.ts",
    text: "Math.floor(now.getTime() / 1000)",
    becomes: "Math.floor(now.getTime())",
    caughtBy: { file: "lambdas/domain/webhook/signing", title: "accepts what is signed, whatever its text" },
  },
  {
    name: "a replaced secret stops signing at once",
    file: "lambdas/domain/webhook/signing.ts",
    text: "isInForce ? [current, previous.secret] : [current]",
    becomes: "isInForce ? [current] : [current]",
    caughtBy: {
      file: "lambdas/domain/webhook/signing",
      title: "accepts both secrets for 24 hours after a rotation, then the new one alone",
    },
  },
  {
    name: "a replaced secret signs forever",
    file: "lambdas/domain/webhook/signing.ts",
    text: "Date.parse(previous.expires_at) > now.getTime()",
    becomes: "Date.parse(previous.expires_at) > 0",
    caughtBy: {
      file: "lambdas/domain/webhook/signing",
      title: "accepts both secrets for 24 hours after a rotation, then the new one alone",
    },
  },
  {
    name: "a signed URL takes a file of any length",
    file: "lambdas/storage/signed-urls.ts",
    text: '...(contentLength !== undefined && { "content-length": String(contentLength) }),',
    becomes: "",
    caughtBy: {
      file: "lambdas/api/routes/uploads/create",
      title: "without a type is signed for its length alone",
    },
  },
  {
    name: "a name with one public address among private ones is connected to",
    file: "lambdas/runtime/network/connection.ts",
    text: "addresses.every((",
    becomes: "addresses.some((",
    caughtBy: {
      file: "lambdas/runtime/network/connection.ssrf",
      title: "no connection is attempted when a name resolves to",
    },
  },
  {
    name: "IPv6 forms of private addresses are allowed",
    file: "lambdas/runtime/network/addresses.ts",
    text: 'globalUnicast6.check(address, "ipv6") && !special6',
    becomes: "!special6",
    caughtBy: {
      file: "lambdas/runtime/network/connection.ssrf",
      title: "no connection is attempted when a name resolves to",
    },
  },
  {
    name: "a redirect is followed without a check",
    file: "lambdas/runtime/network/open-remote.ts",
    text: "    target = location;",
    becomes: "    target = location;\n    limits.rules = { allowLocal: true };",
    caughtBy: { file: "lambdas/runtime/network/connection.ssrf", title: "a redirect does not lead to" },
  },
  {
    name: "a name is resolved again when it is connected to",
    file: "lambdas/runtime/network/connection.ts",
    text: "      lookup: (_hostname, _options, callback) => callback(null, addresses),\n",
    becomes: "",
    caughtBy: {
      file: "lambdas/runtime/network/connection.ssrf",
      title: "a DNS answer that changes after the check is not used",
    },
  },
  {
    name: "a file is kept before its size is checked",
    file: "lambdas/runtime/network/open-remote.ts",
    text: `      if (received > maxBytes) throw sourceTooLarge(maxBytes);
      yield chunk;`,
    becomes: `      yield chunk;
      if (received > maxBytes) throw sourceTooLarge(maxBytes);`,
    caughtBy: {
      file: "lambdas/runtime/network/open-remote",
      title: "is reported as soon as an endless body exceeds the limit",
    },
  },
  {
    name: "the connection of a file that was read is kept open",
    file: "lambdas/runtime/network/open-remote.ts",
    text: `  } finally {
    await pool.destroy();
  }`,
    becomes: "  }",
    caughtBy: {
      file: "lambdas/runtime/network/open-remote",
      title: "frees its connection when it is not read to the end",
    },
  },
  {
    name: "the temporary folder of a failed ingest stays",
    file: "lambdas/runtime/temporary-folder.ts",
    text: `  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }`,
    becomes: `  const done = await work(folder);
  await rm(folder, { recursive: true, force: true });
  return done;`,
    caughtBy: {
      file: "lambdas/runtime/temporary-folder",
      title: "a folder is gone after its work, whether that succeeds or fails",
    },
  },
  {
    name: "a job of a sandbox is sent to the real model",
    file: "lambdas/storage/generation/inferences.ts",
    text: "if (sandbox || !endpointName)",
    becomes: "if (!endpointName)",
    caughtBy: {
      file: "lambdas/api/routes/generations/create.sandbox",
      title:
        "a job of a sandbox is submitted to the simulated model, with what it must do wrong, and never to that model",
    },
  },
  {
    name: "a live key's prefix opens a sandbox, and the other way round",
    file: "lambdas/api/chain/authenticate.ts",
    text: "if (!organization || keyPrefixOf(organization) !== prefix) return null;",
    becomes: "if (!organization || !prefix) return null;",
    caughtBy: {
      file: "lambdas/api/chain/authenticate",
      title: "the key of a sandbox, written as a real one",
    },
  },
  {
    name: "the pictures of a job that had failed come back without a charge",
    file: "lambdas/pipeline/finish-generation.ts",
    text: 'if (job.status !== "succeeded" || config_fingerprint === null',
    becomes: "if (config_fingerprint === null",
    caughtBy: {
      file: "lambdas/pipeline",
      title: "keeps nothing of a job that had failed before its pictures came",
    },
  },
];
