/** The page's one script: it gives a picture to the worker and shows the answer, as text only. The policy allows it by its hash. */
export const script = `
const $ = (id) => document.getElementById(id);
const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
const looks = { made_here: "good", changed: "bad", damaged: "bad", distrusted: "bad", made_elsewhere: "warn", no_credentials: "none" };
const titles = { made_here: "Made here, unchanged", changed: "Changed", damaged: "Damaged credentials", distrusted: "Not to be relied on", made_elsewhere: "Signed by somebody else", no_credentials: "No content credentials" };
const kinds = { trained_model: "by a trained AI model", computer_graphics: "by computer graphics, without generative AI", correction: "by a correction of light, colour and sharpness" };
const { trust, most } = JSON.parse($("data").textContent);
const megabytes = (bytes) => Math.ceil(bytes / 2 ** 20) + " MB";
let worker;
$("address").textContent = location.href;
function show(look, title, message, rows) {
  $("mark").setAttribute("class", look);
  for (const path of $("mark").children) path.toggleAttribute("hidden", path.dataset.of !== look);
  $("title").textContent = title;
  $("message").textContent = message;
  $("facts").replaceChildren(...rows.flatMap(([name, ...values]) => {
    const value = document.createElement("dd");
    value.append(...values.map((one) => typeof one === "string" ? make("small", one) : one));
    return [make("dt", name), value];
  }));
  $("facts").hidden = rows.length === 0;
  $("result").hidden = false;
  $("work").classList.add("done");
}
const span = (text) => make("span", text);
const nameOf = ({ name, organization }) => [name, organization].filter(Boolean).join(", ") || "a signer without a name";
const dayOf = (time) => new Date(time).toLocaleDateString("en", { dateStyle: "long" });
function rowsOf({ verdict, made_here, signed_by, alterations, original, history }) {
  const rows = alterations.map((one) => [
    verdict === "changed" ? "When signed" : "Altered",
    span(one.description ?? one.action),
    ...[one.kind && "Altered " + kinds[one.kind] + (one.model ? ": " + [...new Set([one.model.name, one.model.version])].filter(Boolean).join(", ") : ""), one.altered_at && dayOf(one.altered_at)].filter(Boolean),
  ]);
  if (original?.disclosure_url) rows.push(["Original", Object.assign(make("a", "See the original picture"), { href: original.disclosure_url, rel: "noreferrer" })]);
  else if (original) rows.push(["Original", span("Not published")]);
  if (original?.sha256) rows.at(-1).push("SHA-256 " + original.sha256);
  if (signed_by) rows.push(["Signed by", span(made_here ? "This service" : nameOf(signed_by)), ...(made_here ? [nameOf(signed_by)] : ["This page does not check who that is."]), ...(signed_by.at ? ["Timestamp: " + signed_by.at] : [])]);
  for (const one of history) rows.push(["Made from", span("A picture signed by " + nameOf(one)), ...(one.made_by ? [one.made_by] : [])]);
  return rows;
}
function showTooLarge(file) {
  const tool = Object.assign(make("a", "c2patool"), { href: "https://github.com/contentauth/c2pa-rs/tree/main/cli", rel: "noreferrer" });
  show("none", "Too large for this page", "It has " + megabytes(file.size) + ", and this page takes " + megabytes(most) + ". Nothing is known about it.", [
    ["Check it", tool, "On your computer: c2patool " + (/^[\\w.-]+$/.test(file.name) ? file.name : "picture.jpg"), "It says who signed the picture, what was altered, and whether it has changed since."],
    ["Keep it as it is", span("Don't make it smaller for this page: a copy of another size loses its credentials.")],
  ]);
}
function check(file) {
  worker?.terminate();
  const picture = $("picture");
  URL.revokeObjectURL(picture.src);
  picture.src = URL.createObjectURL(file);
  picture.alt = file.name;
  picture.hidden = false;
  $("pick").textContent = "Check another picture";
  if (file.size > most) return showTooLarge(file);
  show("none", "Checking " + file.name + " …", "", []);
  const failed = () => show("bad", "Not checked", "This page could not load what it checks pictures with. Load the page again, or try in a minute.", []);
  worker = new Worker("verify/worker.mjs", { type: "module" });
  worker.onerror = failed;
  worker.onmessage = ({ data: { state, verification } }) => {
    if (state === "loading") $("message").textContent = "For the first picture the page loads what it checks with: 3.4 MB.";
    else if (state === "failed") failed();
    else if (!verification) show("bad", "Not checked", "This is no JPEG, PNG or WebP picture.", []);
    else show(looks[verification.verdict], titles[verification.verdict], verification.message, rowsOf(verification));
  };
  worker.postMessage({ file, trust });
}
$("file").addEventListener("change", ({ target }) => { if (target.files[0]) check(target.files[0]); target.value = ""; });
$("picture").addEventListener("error", () => { $("picture").hidden = true; });
const drop = $("drop");
for (const name of ["dragenter", "dragover"]) addEventListener(name, (event) => { event.preventDefault(); drop.classList.add("over"); });
for (const name of ["dragleave", "drop"]) addEventListener(name, (event) => { event.preventDefault(); if (name === "drop" || !event.relatedTarget) drop.classList.remove("over"); });
addEventListener("drop", ({ dataTransfer }) => { if (dataTransfer.files[0]) check(dataTransfer.files[0]); });
addEventListener("paste", ({ clipboardData }) => { if (clipboardData.files[0]) check(clipboardData.files[0]); });
`;
