import { realpathSync, statSync } from "node:fs";
import * as v from "valibot";

const own = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The key is sent there with each request, so over plain HTTP only to this machine. */
function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  return username === "" && (protocol === "https:" || (protocol === "http:" && own.has(hostname)));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Hosts pass on what a form left empty as an empty text. */
const given = (what: string, isGood: (text: string) => boolean) =>
  v.pipe(v.optional(v.string(), ""), v.trim(), v.check(isGood, what));

const baseUrl = "STAGING_BASE_URL must be the base address that came with your API key: https://…";
const apiKey = "STAGING_API_KEY must be your API key: stg_live_… or stg_test_…";
const folder = "STAGING_PICTURES_DIR must be a folder that exists.";

/** What the server's environment must have. No message repeats a value. */
const Environment = v.object({
  STAGING_BASE_URL: given(baseUrl, isSafe),
  STAGING_API_KEY: given(apiKey, (text) => /^[\x21-\x7e]+$/.test(text)),
  STAGING_PICTURES_DIR: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check((path) => path === "" || isFolder(path), folder),
      v.transform((path) => (path === "" ? null : realpathSync(path))),
    ),
    "",
  ),
});

export type Settings = {
  baseUrl: string;
  apiKey: string;
  /** The only folder that pictures are read from, by its real path; null for any. */
  folder: string | null;
};

/** The settings, or what is wrong with the environment. */
export function settingsOf(
  environment: Record<string, string | undefined>,
): Settings | { problems: string[] } {
  const { success, output, issues } = v.safeParse(Environment, environment);
  if (!success) return { problems: issues.map(({ message }) => message) };
  const { STAGING_BASE_URL, STAGING_API_KEY, STAGING_PICTURES_DIR } = output;
  return { baseUrl: STAGING_BASE_URL, apiKey: STAGING_API_KEY, folder: STAGING_PICTURES_DIR };
}
