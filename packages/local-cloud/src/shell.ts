import { devNull } from "node:os";

/** No file of the user's home says how AWS is called. */
export const noAwsFiles = { AWS_CONFIG_FILE: devNull, AWS_SHARED_CREDENTIALS_FILE: devNull };

/**
 * What a program needs of the shell that starts it: programs, folders, language and time, and what npm and Node need to
 * reach a registry. Nothing of it steers an AWS SDK, an endpoint, a proxy of this machine's calls, or a service.
 */
const needed = new RegExp(
  `^(${[
    "PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TERM|TZ|NO_COLOR|FORCE_COLOR|TMPDIR|TMP|TEMP",
    "SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|ProgramData",
    "NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|npm_.*|https?_proxy|no_proxy",
  ].join("|")})$`,
  "i",
);

/** The variables of this process that a program of the project needs. */
export const fromShell = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => needed.test(name)));

/** Of AWS, leaves this process the engine of the table that somebody may have set: it calls its own services alone. */
export function leaveAws(): void {
  for (const name of Object.keys(process.env))
    if (/^AWS_/i.test(name) && name !== "AWS_ENDPOINT_URL_DYNAMODB") delete process.env[name];
  Object.assign(process.env, noAwsFiles);
}
