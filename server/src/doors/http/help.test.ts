import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import fastify, { type FastifyInstance } from "fastify";
import { documents } from "./documents.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const server: FastifyInstance = fastify();
before(() => server.register(documents, { publicUrl: "https://social.example" }));
after(() => server.close());

const get = (url: string) => server.inject({ method: "GET", url });

/** Every page that can be reached from the first one, by address. */
async function pages(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const open = ["/help/"];
  for (const address of open) {
    if (found.has(address)) continue;
    const { statusCode, headers, body } = await get(address);
    assert.equal(statusCode, 200, address);
    if (headers["content-type"] !== "text/html; charset=utf-8") continue;
    found.set(address, body);
    open.push(...linksOf(body).map((link) => link.split("#")[0] ?? ""));
  }
  return found;
}

function linksOf(body: string): string[] {
  return [...body.matchAll(/(?:href|src)="(\/help\/[^"?]*)"/g)].map(([, link = ""]) => link);
}

test("/help/ shows the index of the documentation, and every page of it can be reached from there", async () => {
  const { headers, body } = await get("/help/");
  assert.match(body, /<h1 id="documentation">Documentation<\/h1>/);
  assert.match(body, /<a href="\/help\/networks\/">Networks<\/a>/);
  assert.match(String(headers["content-security-policy"]), /^default-src 'none'/);
  const files = globSync("docs/**/*.md", { cwd: ROOT }).length;
  const reached = [...(await pages()).keys()].filter((address) => address !== "/help/start" && address !== "/help/changelog");
  assert.equal(reached.length, files);
});

test("every link between pages of the help leads to a page that is served, and every anchor to a heading of it", async () => {
  const all = await pages();
  for (const [from, body] of all) {
    for (const link of linksOf(body)) {
      const [path = "", anchor] = link.split("#");
      if (anchor !== undefined) assert.ok(all.get(path)?.includes(`id="${anchor}"`), `${from} leads to ${link}`);
    }
    for (const [, anchor] of body.matchAll(/href="#([^"]+)"/g)) assert.ok(body.includes(`id="${anchor}"`), `${from} leads to #${anchor}`);
    assert.doesNotMatch(body, /\]\([\w./-]+\.md|href="(?!https)[^"]*\.md|<script|<!--/, from);
  }
});

test("a page is found by the name of its file, and by the name that it had in an earlier version", async () => {
  for (const [file, address] of [
    ["/docs/networks/linkedin.md", "/help/networks/linkedin"],
    ["/docs/README.md", "/help/"],
    ["/help", "/help/"],
    ["/help/operating", "/help/running"],
    ["/help/webhook", "/help/webhook-channel"],
  ] as const) {
    const { statusCode, headers } = await get(file);
    assert.deepEqual([statusCode, headers.location], [302, address]);
  }
  assert.equal((await get("/help/../package.json")).statusCode, 404);
});

test("every page of the help that a sentence names is served", async () => {
  const sources = globSync(["server/src/**/*.ts", "contract/src/**/*.ts", "dashboard/src/**/*.{ts,tsx}"], { cwd: ROOT });
  const named = sources
    .filter((path) => !path.endsWith(".test.ts") && !path.includes("server/src/doors/http/"))
    .flatMap((path) => [...readFileSync(join(ROOT, path), "utf8").matchAll(/\/help\/[\w/-]*[\w-]/g)].map(([address]) => address));
  assert.ok(new Set(named).size >= 5);
  for (const address of new Set(named)) assert.equal((await get(address)).statusCode, 200, address);
});
