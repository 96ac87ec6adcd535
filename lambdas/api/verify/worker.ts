import { startReaderFrom } from "../../runtime/credentials/c2pa-in-browser.ts";
import { type Trust, verifyPicture } from "../../runtime/credentials/verify-picture.ts";

/** What the page asks its worker, and hears from it: that the library is loaded, and then what is known of the picture. */
type Question = { data: { file: Blob; trust: Trust } };
type Answer =
  | { state: "loading" }
  | { state: "done"; verification: Awaited<ReturnType<typeof verifyPicture>> }
  | { state: "failed" };

/** A browser's worker: the compiler knows Node's globals. */
declare const self: { onmessage: (question: Question) => void; postMessage: (answer: Answer) => void };

/** Checks one picture in the visitor's browser, by the code that `POST /verify` runs. The picture is sent nowhere. */
self.onmessage = async ({ data: { file, trust } }) => {
  const start = () => {
    self.postMessage({ state: "loading" });
    return startReaderFrom("c2pa.wasm");
  };
  try {
    const picture = new Uint8Array(await file.arrayBuffer());
    self.postMessage({ state: "done", verification: await verifyPicture(picture, trust, start) });
  } catch {
    self.postMessage({ state: "failed" });
  }
};
