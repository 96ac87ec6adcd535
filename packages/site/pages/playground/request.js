import { codeOf } from "./code.js";
import { find } from "./elements.js";
import { access, pause } from "./service.js";

let shown;

/** Shows a request as code in the chosen language. */
export function showRequest(request) {
  shown = request;
  const { language } = document.querySelector("[data-language][aria-pressed=true]").dataset;
  find("code").value = codeOf[language](request, access);
}

export function showAnswer(answer) {
  find("answer").value = JSON.stringify(answer, null, 2);
}

export function buildRequest() {
  const buttons = document.querySelectorAll("[data-language]");
  for (const button of buttons)
    button.addEventListener("click", () => {
      for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
      showRequest(shown);
    });
  find("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(find("code").value);
    find("copy").textContent = "Copied";
    await pause(1500);
    find("copy").textContent = "Copy";
  });
}
