import { find, make } from "./elements.js";
import { showOnly } from "./result.js";

/** Shows the chosen pictures large, before anything is made of them. */
export function showPreview(pictures) {
  showOnly("preview");
  delete find("result").dataset.status;
  find("result-title").textContent =
    pictures.length > 1 ? `Your ${pictures.length} pictures` : "Your picture";
  const shown = pictures.map(({ url, file, width, height }) =>
    make(
      "figure",
      {},
      make("img", { src: url, alt: file.name, width, height }),
      make("figcaption", { className: "soft" }, file.name),
    ),
  );
  find("preview").replaceChildren(...shown);
}
