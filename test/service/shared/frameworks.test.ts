import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { drawRoom } from "@image-staging/inference-contract/sample-pictures";
import { projectRoot } from "@image-staging/laptop/project";
import { environmentOf } from "@image-staging/python-client/environment";
import { afterAll, describe, expect, test } from "vitest";
import { isFullRun } from "../../support/full-run.ts";
import { addOrganization } from "../../support/partner.ts";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/until.ts";
import { service } from "./service.ts";

const run = promisify(execFile);
const guide = readFileSync(join(projectRoot, "docs/frameworks.md"), "utf8");
const versions = { express: "5.3.0", django: "5.2.8" };

/** The code below a heading of the guide, with the client of this repository. */
function codeOf(heading: string): string[] {
  const section = guide.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  const client = join(projectRoot, "packages/clients/typescript/src/index.ts");
  return Array.from(section.matchAll(/^```(?:ts|python)\n([\s\S]*?)^```$/gm), ([, code = ""]) =>
    code.replaceAll("@image-staging/client", client),
  );
}

describe("a framework's two routes create a job and take its webhook, as they are shown", async () => {
  const folder = mkdtempSync(join(tmpdir(), "frameworks-"));
  const [receiver, { apiKey, secret }] = await Promise.all([startReceiver(), addOrganization()]);
  afterAll(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true });
  });
  const env = {
    BASE_URL: service.baseUrl,
    API_KEY: apiKey,
    WEBHOOK_SECRET: secret,
    WEBHOOK_URL: receiver.at("/staged"),
  };
  const picture = new File([new Uint8Array(await drawRoom(480, 360))], "room.jpg", { type: "image/jpeg" });
  const load = async (name: string, code: string) => {
    Object.assign(process.env, env);
    const file = join(folder, name);
    writeFileSync(file, code);
    return import(pathToFileURL(file).href);
  };

  /** Sends a picture, waits for the webhook of its job, and hands it on, once whole and once changed. */
  async function expectWorks(
    stage: () => Promise<Response>,
    staged: (request: Request) => Promise<Response>,
  ) {
    const answer = await stage();
    expect(answer.status).toBe(202);
    const { job_id } = (await answer.json()) as { job_id: string };
    await until(() => receiver.receivedFor(job_id).length > 0);
    const [message] = receiver.receivedFor(job_id);
    if (!message) throw new Error("no webhook came");
    const { body } = message;
    const headers = { ...message.headers, "content-type": "application/json" };
    const asSent = (text: string) =>
      new Request("http://localhost/", { method: "POST", headers, body: text });
    expect((await staged(asSent(body))).status).toBe(204);
    expect((await staged(asSent(body.replace("job_", "job_X")))).status).toBe(400);
  }

  const form = () => {
    const data = new FormData();
    data.append("picture", picture);
    return data;
  };

  test("Next.js", async () => {
    const [stage = "", staged = ""] = codeOf("Next.js");
    const routes = [await load("stage.ts", stage), await load("staged.ts", staged)];
    const asked = () => routes[0].POST(new Request("http://localhost/", { method: "POST", body: form() }));
    await expectWorks(asked, routes[1].POST);
    const empty = new Request("http://localhost/", { method: "POST", body: new FormData() });
    expect((await routes[0].POST(empty)).status).toBe(400);
  });

  /** Serves a program's listener while `use` runs. */
  async function serving(listener: RequestListener, use: (url: string) => Promise<void>) {
    const server = createServer(listener).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    await use(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
    server.close();
  }
  const passedOn = (url: string) => async (request: Request) => {
    const { headers } = request;
    headers.delete("host");
    headers.delete("content-length");
    return fetch(url, { method: "POST", headers, body: await request.text() });
  };

  test.runIf(isFullRun)("Express", { timeout: 120_000 }, async () => {
    await run("npm", ["install", "--prefix", folder, "--no-save", `express@${versions.express}`]);
    const { app } = await load("express.ts", codeOf("Express")[0] ?? "");
    await serving(app, async (url) => {
      const headers = { "content-type": "image/jpeg" };
      const stage = () => fetch(`${url}/stage`, { method: "POST", headers, body: picture });
      await expectWorks(stage, passedOn(`${url}/webhooks/staging`));
    });
  });

  test.runIf(isFullRun)("Django", { timeout: 300_000 }, async ({ skip }) => {
    const client = join(projectRoot, "packages/clients/python");
    const python = await environmentOf([join(client, "requirements.txt")]).catch(() =>
      skip("Python's packages cannot be installed."),
    );
    const packages = join(folder, "packages");
    await run(python, ["-m", "pip", "install", "-q", "--target", packages, `django==${versions.django}`]);
    writeFileSync(join(folder, "room.jpg"), Buffer.from(await picture.arrayBuffer()));
    writeFileSync(join(folder, "views.py"), codeOf("Django")[0] ?? "");
    writeFileSync(join(folder, "ask.py"), django);
    const options = { cwd: folder, env: { ...process.env, ...env, PYTHONPATH: `${packages}:${client}` } };
    const ask = async (...parameters: string[]) => {
      const { stdout } = await run(python, ["ask.py", ...parameters], options);
      const [status = "500", body = ""] = stdout.trim().split("\n").slice(-2);
      return new Response(status === "204" ? null : body, { status: Number(status) });
    };
    await expectWorks(
      () => ask("stage"),
      async (request) =>
        ask("webhooks/staging", JSON.stringify(Object.fromEntries(request.headers)), await request.text()),
    );
  });
});

/** Sends one request through the views, and prints its status and body. */
const django = `
import json, sys
import django
from django.conf import settings
settings.configure(ROOT_URLCONF="views", ALLOWED_HOSTS=["*"], SECRET_KEY="x", MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"])
django.setup()
from django.test import Client
if sys.argv[1] == "stage":
    with open("room.jpg", "rb") as picture:
        answer = Client().post("/stage", {"picture": picture})
else:
    headers = {name: value for name, value in json.loads(sys.argv[2]).items() if name.startswith("webhook-")}
    answer = Client(enforce_csrf_checks=True).post("/webhooks/staging", sys.argv[3].encode(), content_type="application/json", headers=headers)
print(answer.status_code)
print(answer.content.decode() or "-")
`;
