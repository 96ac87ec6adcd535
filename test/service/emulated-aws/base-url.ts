import { readFileSync } from "node:fs";

/** Where MiniStack serves the API of a stack: below the API's id. What the output BaseUrl has is a name of AWS. */
export function baseUrlOf(outputsFile: string, stackName: string, endpoint = ""): string {
  const { BaseUrl } = JSON.parse(readFileSync(outputsFile, "utf8"))[stackName];
  const [, apiId, stage] = /^https:\/\/([^.]+)\.[^/]+\/([^/]+)\//.exec(BaseUrl) ?? [];
  return `${endpoint}/restapis/${apiId}/${stage}/_user_request_`;
}
