import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { freePort } from "../../server/src/testing/free-port.ts";

/**
 * Ctrl-C at `npm start`: the terminal sends SIGINT to both npm and the service, and npm forwards its own. The test creates a
 * process group to stand in for the terminal's.
 */
const ROOT = join(import.meta.dirname, "../..");

/** A webhook receiver that responds only when told to. */
async function aSlowReceiver() {
  const waiting: ServerResponse[] = [];
  const server: Server = createServer((request, response) => {
    request.resume();
    if (request.headers["rostrum-event"] === "ping") response.end("{}");
    else waiting.push(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requested: () => eventually("the receiver is asked", () => waiting.length > 0),
    answer: () => waiting.forEach((response) => void response.end(JSON.stringify({ url: "https://shop.example/1" }))),
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Started {
  readonly child: ChildProcess;
  output(): string;
  /** Waits until the service has printed this; fails if it exits first. */
  outputHas(words: string): Promise<void>;
}

async function npmStart(dataDirectory: string, port: number): Promise<Started> {
  // Settings of the tests are none of the service.
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROSTRUM_")));
  const env = { ...inherited, ROSTRUM_DATA_DIR: dataDirectory, PORT: String(port), ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" };
  const child = spawn("npm", ["start"], { cwd: ROOT, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (piece: string) => (output += piece));
  const outputHas = async (words: string) => {
    await eventually(`the service prints "${words}"`, () => {
      if (child.exitCode !== null && !output.includes(words)) throw new Error(`the service ended without "${words}":\n${output}`);
      return output.includes(words);
    });
  };
  await outputHas("Rostrum is ready");
  return { child, output: () => output, outputHas };
}

test("Ctrl-C at npm start lets work in flight finish, and the service exits with code 0", async () => {
  await using folder = await temporaryFolder();
  using receiver = await aSlowReceiver();
  const port = await freePort();
  const { child, output, outputHas } = await npmStart(join(folder.path, "data"), port);
  const ended = once(child, "exit");
  try {
    const key = /rst_[\w-]+/.exec(output())?.[0];
    const admin = await adminOf(join(folder.path, "data"), port);
    const { id: channelId } = await admin("POST", "/brands/1/channels", {
      type: "Social Media",
      name: "Hook",
      credentials: { url: receiver.url, secret: "0123456789abcdef0123456789abcdef" },
    });
    const api = async (method: string, path: string, body?: unknown) => {
      const reply = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      assert.ok(reply.status < 300, text);
      return JSON.parse(text).data;
    };
    const { id: collectionId } = await api("POST", "/brands/1/collections", { title: "Hook", channels: [channelId] });
    await api("POST", `/brands/1/collections/${collectionId}/posts`, { publishMode: "IMMEDIATE", caption: "In flight" });
    await receiver.requested();
    // First the terminal's to the whole group, then npm's to its child.
    process.kill(-(child.pid ?? 0), "SIGINT");
    await outputHas("Stopping");
    receiver.answer();
    const [code, signal] = await ended;
    assert.deepEqual([code, signal], [0, null], output());
    assert.match(output(), /published/);
    assert.doesNotMatch(output(), /"level":"(warn|error|fatal)"/);
  } finally {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), "SIGKILL");
  }
});

async function adminOf(dataDirectory: string, port: number) {
  const token = (await readFile(join(dataDirectory, "admin-token"), "utf8")).trim();
  return async (method: string, path: string, body: unknown) => {
    const reply = await fetch(`http://127.0.0.1:${port}/app/api/admin${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    assert.ok(reply.status < 300, text);
    return JSON.parse(text).data;
  };
}
