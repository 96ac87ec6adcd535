import { env } from "../../runtime/env.ts";

/** The address of a public page, below the API's own: it is drawn into pictures, so it must stay. */
export const disclosureUrl = (disclosureId: string): string =>
  `${env("PUBLIC_BASE_URL").replace(/\/$/, "")}/d/${disclosureId}`;
