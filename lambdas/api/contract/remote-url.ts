import * as v from "valibot";
import { wellFormed } from "../../domain/generation/reference.ts";
import { isUri, uriOf } from "../../domain/uri.ts";
import { networkRules } from "../../runtime/env.ts";
import { checkUrl } from "../../runtime/network/check-url.ts";

/** A URL that the service calls: of a picture or of a webhook's receiver. */
export const RemoteUrl = v.pipe(
  v.string(),
  wellFormed,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const checked = checkUrl(dataset.value, networkRules());
    if (!checked.ok) addIssue({ message: `is refused: ${checked.reason.replace(/\.$/, "")}` });
    else if (!isUri(dataset.value))
      addIssue({ message: `is refused: Write it as a URI (RFC 3986): ${uriOf(checked.url)}` });
  }),
  v.metadata({ format: "uri", maxLength: 2048 }),
);
