import type { Defect } from "./defect.ts";

/** Who may do what: keys, signatures, tenants. */
export const access: Defect[] = [
  {
    name: "a key that is revoked twice at once is revoked at two times",
    file: "lambdas/storage/organization/key-changes.ts",
    text: "revoked_before: { Put: { ...Put, ...isNotRevoked } },",
    becomes: "revoked_before: { Put },",
    caughtBy: {
      file: "lambdas/api/routes/keys/revoke",
      title: "has one answer if many revoke it at once",
    },
  },
  {
    name: "of two keys that are issued at once, both take the last place",
    file: "lambdas/storage/organization/key-changes.ts",
    text: 'ConditionExpression: issued === 0 ? "attribute_not_exists(issued)" : "issued = :issued",',
    becomes: 'ConditionExpression: issued === 0 ? "" : "issued >= :issued",',
    caughtBy: {
      file: "lambdas/api/routes/keys/create",
      title: "is one of 100 in force, also of many at once",
    },
  },
  {
    name: "a key that is being revoked still issues another",
    file: "lambdas/storage/organization/key-changes.ts",
    text: "ConditionCheck: { TableName: tableName(), Key: keys.apiKey(issuerId), ...isNotRevoked },",
    becomes:
      'ConditionCheck: { TableName: tableName(), Key: keys.apiKey(issuerId), ConditionExpression: "attribute_exists(pk)" },',
    caughtBy: {
      file: "lambdas/api/routes/keys/create",
      title: "is refused if its issuer is revoked meanwhile",
    },
  },
  {
    name: "a revoked key writes what outlives it until the cache forgets it",
    file: "lambdas/api/chain/authenticate.ts",
    text: "if (rereadsCaller) cache.delete(digestOf(presented));",
    becomes: "",
    caughtBy: { file: "lambdas/api/chain/authenticate.writes", title: "is refused at once" },
  },
  {
    name: "the body is read before the key",
    file: "lambdas/api/chain/route.ts",
    text: `    .use(authenticate(operation))
    .use(countRequest(operation.counter))
    .use(readBody(steps.readBody))`,
    becomes: `    .use(readBody(steps.readBody))
    .use(authenticate(operation))
    .use(countRequest(operation.counter))`,
    caughtBy: {
      file: "lambdas/api/chain/authenticate",
      title: "a malformed body without a valid key is answered 401, not 400",
    },
  },
  {
    name: "requests with a malformed body are not counted",
    file: "lambdas/api/chain/route.ts",
    text: `    .use(countRequest(operation.counter))
    .use(readBody(steps.readBody))`,
    becomes: `    .use(readBody(steps.readBody))
    .use(countRequest(operation.counter))`,
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
    text: "  file: file && sha256Hex(file),",
    becomes: "  file: file && true,",
    caughtBy: {
      file: "lambdas/api/creation/idempotency",
      title: "as a form is the same with another boundary, and a different one with another file",
    },
  },
  {
    name: "the mask does not count for what makes a request the same",
    file: "lambdas/api/creation/idempotency.ts",
    text: "mask: sha256Hex(mask)",
    becomes: "mask: true",
    caughtBy: {
      file: "lambdas/api/routes/generations/create.masks",
      title: "another mask under the same Idempotency-Key is a conflict",
    },
  },
  {
    name: "pictures of one configuration come from any source",
    file: "lambdas/domain/generation/fingerprint.ts",
    text: "{ organizationId, contentHash, workflow,",
    becomes: "{ organizationId, contentHash: contentHash.slice(0, 0), workflow,",
    caughtBy: {
      file: "lambdas/domain/generation/fingerprint",
      title:
        "another organization, picture, workflow, capture type, mode, room, style, disclosure, mask or listing has another one",
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
    name: "messages go to URLs that a leaked key named",
    file: "lambdas/domain/organization/leak.ts",
    text: "leaked_keys.includes(keyId) ? null : url",
    becomes: "leaked_keys.includes(keyId) ? url : url",
    caughtBy: {
      file: "lambdas/pipeline/deliver-webhook",
      title:
        "an attempt that follows goes to the default URL if the key that named the job's URL has leaked meanwhile",
    },
  },
];
