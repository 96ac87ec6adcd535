import { disclosurePage } from "./disclosure-page/route.ts";
import { verifyFiles, verifyPage } from "./verify/route.ts";

/** What anybody may open, without a key. */
export const publicPages = [disclosurePage, verifyPage, verifyFiles] as const;
