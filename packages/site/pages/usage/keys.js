import { find, make } from "../playground/elements.js";
import { staging } from "../playground/service.js";
import { button, chip, row, timeOf, within } from "./words.js";

/** Lists the keys, issues new ones, and revokes. */
export function buildKeys() {
  find("issue").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { scope, name } = Object.fromEntries(new FormData(event.target));
    await within(event.target, async () => {
      const { api_key } = await staging.keys.create({ scope, ...(name && { name }) });
      event.target.reset();
      showIssued(api_key);
      await showKeys();
    });
  });
  return within(find("keys"), showKeys);
}

function showIssued(apiKey) {
  const issued = find("issued");
  issued.querySelector("code").textContent = apiKey;
  const copy = button("Copy", async () => {
    await navigator.clipboard.writeText(apiKey);
    copy.textContent = "Copied";
  });
  issued.querySelector("button").replaceWith(copy);
  issued.hidden = false;
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

/** Two presses: a key that is revoked stays revoked. */
function revocationOf(key) {
  const place = make("span", { className: "formats" });
  const name = key.name ?? key.key_id;
  const ask = button(
    "Revoke",
    () => {
      place.replaceChildren(sure, keep);
      sure.focus();
    },
    `Revoke ${name}`,
  );
  const sure = button(
    "Revoke for good",
    async () => {
      await staging.keys.revoke(key.key_id);
      await showKeys();
    },
    `Revoke for good: ${name}`,
  );
  const keep = button("Keep", () => place.replaceChildren(ask), `Keep ${name}`);
  place.append(ask);
  return place;
}
