import { hostname, userInfo } from "node:os";
import { isDeployed } from "../service/service.ts";

/**
 * Who runs this program: on AWS the caller's ARN as STS knows it, with the local service the user of the operating
 * system and the host. If STS does not answer, the user of the operating system and why.
 */
export async function findOperator(globalOptions: unknown): Promise<string> {
  const user = `${userName()}@${hostname()}`;
  if (!isDeployed(globalOptions)) return user;
  return findCallerArn().catch((error) => `${user} (not identified by AWS: ${error.message})`);
}

/** The ARN of this process's credentials; throws if they are missing or refused. */
export async function findCallerArn(): Promise<string> {
  const { callAws } = await import("../service/aws.ts");
  const answer = await callAws("sts", {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "Action=GetCallerIdentity&Version=2011-06-15",
  });
  const [, arn] = /<Arn>([^<]+)<\/Arn>/.exec(answer) ?? [];
  if (arn === undefined) throw new Error("STS did not name the caller.");
  return arn;
}

/** A container may run under a number without a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
