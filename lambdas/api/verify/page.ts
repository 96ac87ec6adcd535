import { maxSourceBytes } from "../../domain/source-asset/upload.ts";
import type { Trust } from "../../runtime/credentials/verify-picture.ts";
import { hashOf, securityHeaders } from "../page-security.ts";
import { framed } from "../public-page/frame.ts";
import { script } from "./page-script.ts";
import { style } from "./page-style.ts";
import { verifyPage } from "./route.ts";

/** The headers of the page. It shows the picture that its visitor chose and starts its worker; it can send nothing. */
export const pageHeaders: Record<string, string> = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "public, max-age=300",
  ...securityHeaders([
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "img-src blob:",
    "worker-src 'self'",
  ]),
};

/** One drawing for each look of a verdict: the shape says it too, not the colour alone. */
const mark = `<svg id="mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
<g data-of="good"><circle cx="12" cy="12" r="10"/><path d="M7.500 12.500l3 3 6-6.500"/></g>
<g data-of="bad"><circle cx="12" cy="12" r="10"/><path d="M8.500 8.500l7 7m0-7l-7 7"/></g>
<g data-of="warn"><path d="M12 3L2 20.500h20z"/><path d="M12 10v4.500m0 2.800v.1"/></g>
<g data-of="none"><circle cx="12" cy="12" r="10"/><path d="M8 12h8"/></g>
</svg>`;

/** Data of a page's script, which no text of theirs ends. */
const dataOf = (data: object) => JSON.stringify(data).replaceAll("<", "\\u003c");

/** GET /verify: where a picture is dropped, and what is found. It knows the service's own pictures by what is trusted. */
export const pageOf = (trust: Trust): string =>
  framed({
    title: "Check a picture",
    path: verifyPage.path,
    style,
    script,
    main: `<h1>Was this picture altered?</h1>
<p class="lead">Drop a picture. Its content credentials say who signed it, what was altered, and whether it has changed since.</p>
<div class="work" id="work">
<div class="card drop" id="drop"><div>
<img id="picture" hidden alt="">
<input type="file" id="file" accept="image/jpeg,image/png,image/webp"><label class="pick" for="file" id="pick">Choose a picture</label>
<p>or drop it anywhere, or paste it. JPEG, PNG or WebP, up to ${maxSourceBytes / 2 ** 20} MB. It stays on your device: it is checked here and sent nowhere.</p>
</div></div>
<section class="card result" id="result" aria-live="polite" aria-labelledby="title" hidden>
<div class="verdict">${mark}<div><h2 id="title"></h2><p id="message"></p></div></div>
<dl id="facts"></dl>
</section>
</div>
<div class="notes">
<div><h2>What it finds</h2><p>Pictures that this service made carry signed content credentials (C2PA). One changed byte breaks them.</p></div>
<div><h2>What it cannot find</h2><p>Portals, messengers and screenshots often remove credentials. A picture without any may be altered all the same.</p></div>
<div><h2>For programs</h2><p>Send a picture of up to 4.4 MB. It is not kept.</p><pre tabindex="0" aria-label="Command">curl --data-binary @picture.jpg \\
  <span id="address"></span></pre></div>
</div>
<script type="application/json" id="data">${dataOf({ trust, most: maxSourceBytes })}</script>`,
  });
