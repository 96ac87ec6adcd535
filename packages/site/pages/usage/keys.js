import { find, make } from "../playground/elements.js";
import { staging } from "../playground/service.js";
import { chip, row, showSecret, timeOf, twoPresses, within } from "./words.js";

/** Lists the keys, issues new ones, and revokes. */
export function buildKeys() {
  find("issue").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { scope, name } = Object.fromEntries(new FormData(event.target));
    await within(event.target, async () => {
      const { api_key } = await staging.keys.create({ scope, ...(name && { name }) });
      event.target.reset();
      showSecret(find("issued"), api_key);
      await showKeys();
    });
  });
  return within(find("keys"), showKeys);
}

async function showKeys() {
  const all = await staging.keys.list();
  find("keys").replaceChildren(...all.toReversed().map(rowOf));
}

function stateOf({ revoked_at, expires_at }) {
  if (revoked_at) return chip("revoked", "invalid");
  if (!expires_at) return chip("in force", "valid");
  return Date.parse(expires_at) <= Date.now()
    ? chip("expired", "invalid")
    : [chip("in force", "valid"), " until ", timeOf(expires_at)];
}

const rowOf = (key) => {
  const hasEnded = key.revoked_at || (key.expires_at && Date.parse(key.expires_at) <= Date.now());
  return row({
    Name: key.name ?? make("span", { className: "soft" }, "no name"),
    Key: make("span", { className: "id" }, key.key_id),
    Scope: key.scope,
    "Last used": key.last_used_at ? timeOf(key.last_used_at) : "never",
    State: stateOf(key),
    Change: hasEnded ? "" : revocationOf(key),
  });
};

const revocationOf = (key) =>
  twoPresses({
    text: "Revoke",
    sure: "Revoke for good",
    keep: "Keep",
    of: key.name ?? key.key_id,
    act: async () => {
      await staging.keys.revoke(key.key_id);
      await showKeys();
    },
  });
