import type { Defect } from "./defect.ts";

/** What is fetched, the address that it comes from, and what is left of it. */
export const network: Defect[] = [
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
    text: "    lookup: (_hostname, _options, callback) => callback(null, addresses),\n",
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
];
