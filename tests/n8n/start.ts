import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { makeN8nPackage } from "../../scripts/pack/n8n.ts";
import { temporaryFolder, testDatabaseUrl } from "../../server/src/ground/database/testing.ts";
import { compiledSources } from "../../server/src/testing/compiled.ts";
import { freePort } from "../../server/src/testing/free-port.ts";

/** A real n8n of its own, on 127.0.0.1 alone, with the package as it is released among its community nodes, and signed in as its owner. */
export interface N8n extends AsyncDisposable {
  readonly url: string;
  /** Where the package is installed. */
  readonly packageFolder: string;
  /** Calls its own interface as the editor does; returns `data`. Fails unless it answers with success. */
  rest<T>(method: string, path: string, body?: object): Promise<T>;
  /** Posts to the address of a workflow that begins with the node "Webhook"; returns its answer. Fails unless that has the status, 200. */
  webhook(path: string, body: object, status?: number): Promise<unknown>;
}

/** It loads a thousand files and makes a hundred tables first. */
const START_SECONDS_MAX = 480;
const PAUSE_MILLISECONDS = 500;
/** How long n8n may take to stop before it is killed. */
const STOP_SECONDS_MAX = 30;
const OWNER = { email: "owner@example.org", firstName: "Ada", lastName: "Baker" };

export async function startN8n(): Promise<N8n> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const database = opened.use(await testDatabaseUrl());
  const packageFolder = join(folder.path, ".n8n/nodes/node_modules/n8n-nodes-rostrum");
  await makeN8nPackage(packageFolder);
  await chmod(folder.path, 0o711);
  const [port, brokerPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [createRequire(import.meta.url).resolve("n8n/bin/n8n"), "start"], {
    cwd: folder.path,
    env: { ...environment({ url, port, brokerPort, folder: folder.path }), ...(await databaseSettings(database.url)) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  opened.defer(() => stop(child));
  const killed = () => child.kill("SIGKILL");
  process.once("exit", killed);
  opened.defer(() => void process.off("exit", killed));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (piece: string) => (output += piece));
  const cookie = await ready(url, child, () => output);
  const running = opened.move();
  return {
    url,
    packageFolder,
    async rest<T>(method: string, path: string, body?: object) {
      const reply = await send(`${url}/rest${path}`, method, body, { cookie });
      assert.ok(reply.status < 300, `${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}\n${output}`);
      return (reply.body as { data: T }).data;
    },
    async webhook(path, body, status = 200) {
      const reply = await send(`${url}/webhook/${path}`, "POST", body, {});
      // The reply says only that something went wrong.
      assert.equal(reply.status, status, `${path}: ${JSON.stringify(reply.body)}\n${output}`);
      return reply.body;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Waits until n8n has made its tables and answers; returns its owner's cookie. */
async function ready(url: string, child: ChildProcess, output: () => string): Promise<string> {
  const giveUpAt = performance.now() + START_SECONDS_MAX * 1000;
  for (;;) {
    if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error(`n8n did not start:\n${output()}`);
    const cookie = await setUpOwner(url);
    if (cookie !== null) return cookie;
    await sleep(PAUSE_MILLISECONDS);
  }
}

/** Nothing asks for the world outside; what the tests do not use is off. */
function environment({ url, port, brokerPort, folder }: { url: string; port: number; brokerPort: number; folder: string }) {
  const settings = {
    PATH: process.env.PATH,
    HOME: folder,
    TMPDIR: process.env.TMPDIR,
    GENERIC_TIMEZONE: "Europe/Berlin",
    N8N_USER_FOLDER: folder,
    N8N_ENCRYPTION_KEY: randomBytes(24).toString("base64"),
    N8N_HOST: "127.0.0.1",
    N8N_LISTEN_ADDRESS: "127.0.0.1",
    N8N_PORT: String(port),
    N8N_WEBHOOK_URL: `${url}/`,
    N8N_DISABLE_UI: "true",
    N8N_DISABLED_MODULES:
      "agents,chat-hub,external-secrets,insights,instance-ai,mcp,mcp-registry,quick-connect,source-control,workflow-builder",
    N8N_DIAGNOSTICS_ENABLED: "false",
    N8N_VERSION_NOTIFICATIONS_ENABLED: "false",
    N8N_TEMPLATES_ENABLED: "false",
    N8N_PUBLIC_API_DISABLED: "true",
    N8N_PERSONALIZATION_ENABLED: "false",
    N8N_VERIFIED_PACKAGES_ENABLED: "false",
    N8N_DYNAMIC_BANNERS_ENABLED: "false",
    N8N_LICENSE_AUTO_RENEW_ENABLED: "false",
    // The other engine is a native program.
    N8N_EXPRESSION_ENGINE: "legacy",
    // Runners are for nodes with code; one that is external is waited for by nobody.
    N8N_RUNNERS_MODE: "external",
    N8N_RUNNERS_AUTH_TOKEN: randomBytes(24).toString("hex"),
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_LOG_LEVEL: "warn",
  };
  return { ...settings, ...compiledSources() };
}

/** n8n keeps its tables in a schema of their own. */
async function databaseSettings(address: string): Promise<NodeJS.ProcessEnv> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: address });
  return {
    DB_TYPE: "postgresdb",
    DB_POSTGRESDB_HOST: host,
    DB_POSTGRESDB_PORT: String(port),
    DB_POSTGRESDB_DATABASE: database,
    DB_POSTGRESDB_USER: user,
    DB_POSTGRESDB_PASSWORD: String(password ?? ""),
    DB_POSTGRESDB_SCHEMA: "n8n",
  };
}

/** Returns the owner's cookie; null as long as n8n is not there. */
async function setUpOwner(url: string): Promise<string | null> {
  const body = { ...OWNER, password: `${randomBytes(12).toString("hex")}Aa1` };
  const reply = await send(`${url}/rest/owner/setup`, "POST", body, {}).catch(() => null);
  if (reply === null || reply.status !== 200) return null;
  return reply.headers.getSetCookie().map((cookie) => cookie.split(";")[0])[0] ?? null;
}

async function send(url: string, method: string, body: object | undefined, headers: Readonly<Record<string, string>>) {
  const isForm = body instanceof FormData;
  const reply = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined || isForm ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  AbortSignal.timeout(STOP_SECONDS_MAX * 1000).addEventListener("abort", () => child.kill("SIGKILL"));
  await ended;
}
