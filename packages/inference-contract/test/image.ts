import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * Starts a model's container without Docker: lays out in an empty folder what its Dockerfile copies and installs, and
 * runs its entry point on a free port. What the file forgets is missing here too. Throws if a version that it installs
 * is not the project's.
 */
export async function startImage(dockerfile: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const lines = (await readFile(join(root, dockerfile), "utf8")).split("\n");
  const after = (instruction: string) =>
    lines.filter((line) => line.startsWith(instruction)).map((line) => line.slice(instruction.length));
  const image = await mkdtemp(join(tmpdir(), "image-"));
  const packages = join(image, after("WORKDIR ")[0] ?? "/", "node_modules");
  await mkdir(join(packages, "@image-staging"), { recursive: true });
  for (const line of after("COPY ")) {
    const [from = "", to = ""] = line.split(" ");
    await cp(join(root, from), join(image, to, to.endsWith("/") ? basename(from) : ""), { recursive: true });
  }
  for (const wanted of after("RUN npm install --no-save ").flatMap((line) => line.split(" "))) {
    const [, name = "", version] = /^(.+)@(.+)$/.exec(wanted) ?? [];
    const manifest = JSON.parse(await readFile(join(root, "node_modules", name, "package.json"), "utf8"));
    if (manifest.version !== version)
      throw new Error(`The project has ${name} ${manifest.version}, the image ${version}`);
    await mkdir(join(packages, dirname(name)), { recursive: true });
    await symlink(join(root, "node_modules", name), join(packages, name));
  }
  for (const target of after("RUN mkdir node_modules/@image-staging && ln -s ").flatMap((line) =>
    line.split(" "),
  ))
    if (!target.endsWith("/")) await symlink(target, join(packages, "@image-staging", basename(target)));
  const [, entry = ""] = JSON.parse(after("ENTRYPOINT ")[0] ?? "[]");
  const child = spawn(process.execPath, [join(image, entry)], {
    env: { PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const started = once(createInterface(child.stdout), "line");
  const [line] = await Promise.race([started, exit]);
  if (typeof line !== "string") throw new Error(`The entry point of ${dockerfile} ended with ${line}`);
  const stop = async () => {
    child.kill();
    await exit;
    await rm(image, { recursive: true });
  };
  return { url: JSON.parse(line).url, stop };
}
