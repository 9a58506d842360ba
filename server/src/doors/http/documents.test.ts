import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import type { Operation } from "@rostrum/contract/operation.ts";
import { operationRows } from "@rostrum/contract/operations.ts";
import fastify, { type FastifyInstance } from "fastify";
import { type DefaultTreeAdapterTypes, parse as parseHtml } from "parse5";
import { parse as parseYaml } from "yaml";
import { watchTurns } from "../../testing/loop.ts";
import { contracts, documents } from "./documents.ts";

// A process of its own: it measures how long the event loop stands still, which also collects what other files left behind.

const PUBLIC_URL = "https://social.example";
const NAMES = ["openapi-v1.2.0.yaml", "openapi-v1.0.1.yaml"];

const server: FastifyInstance = fastify();
let address = "";

before(async () => {
  await server.register(documents, { publicUrl: PUBLIC_URL });
  await server.register(contracts, { prefix: "/v1", publicUrl: PUBLIC_URL });
  address = await server.listen({ port: 0, host: "127.0.0.1" });
});
after(() => server.close());

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

async function docs(): Promise<{ reply: Response; elements: Element[] }> {
  const reply = await fetch(`${address}/docs`);
  return { reply, elements: elementsOf(parseHtml(await reply.text())) };
}

function elementsOf(node: Node): Element[] {
  const inner = "childNodes" in node ? node.childNodes.flatMap(elementsOf) : [];
  return "attrs" in node ? [node, ...inner] : inner;
}

const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value;

const textOf = (node: Node): string => ("value" in node ? node.value : "childNodes" in node ? node.childNodes.map(textOf).join("") : "");

test("the addresses that people guess lead to the document and the reference", async () => {
  for (const [path, to] of [
    ["/openapi.yaml", "/openapi-v1.2.0.yaml"],
    ["/docs/", "/docs"],
  ]) {
    const reply = await fetch(`${address}${path}`, { redirect: "manual" });
    assert.deepEqual([reply.status, reply.headers.get("location")], [302, to]);
  }
});

for (const name of NAMES) {
  test(`${name} is served at the root and below /v1 without a key, to any origin`, async () => {
    const texts: string[] = [];
    for (const path of [`/${name}`, `/v1/${name}`]) {
      const reply = await fetch(`${address}${path}`);
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get("content-type"), "application/yaml");
      assert.equal(reply.headers.get("access-control-allow-origin"), "*");
      texts.push(await reply.text());
    }
    assert.equal(texts[0], texts[1]);
  });

  test(`${name} contains the public URL and is otherwise the committed document`, async () => {
    const served = parseYaml(await (await fetch(`${address}/${name}`)).text());
    const committed = parseYaml(await readFile(new URL(`../../../../openapi/${name}`, import.meta.url), "utf8"));
    assert.deepEqual(served, { ...committed, servers: [{ url: `${PUBLIC_URL}/v1`, description: "This service" }] });
  });
}

test("/docs is rendered in several turns of the event loop, so that its first reader does not block other requests", async () => {
  const other = fastify();
  await other.register(documents, { publicUrl: PUBLIC_URL });
  await other.ready();
  const turns: number[] = [];
  {
    using _watch = watchTurns((milliseconds) => turns.push(milliseconds));
    assert.equal((await other.inject("/docs")).statusCode, 200);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const all = turns.reduce((sum, milliseconds) => sum + milliseconds, 0);
  assert.ok(Math.max(...turns) < all * 0.8, `${Math.max(...turns)} ms of ${all} ms`);
  await other.close();
});

test("/docs shows every operation with its path, its address in the contents and the statuses of its errors", async () => {
  const { reply, elements } = await docs();
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("content-type"), "text/html; charset=utf-8");
  const links = elements.map((element) => attribute(element, "href"));
  for (const [name, row] of operationRows()) {
    const article = elements.find((element) => attribute(element, "id") === name);
    assert.ok(article, name);
    assert.ok(textOf(article).includes(row.path), name);
    assert.ok(links.includes(`#${name}`), name);
    const cells = elementsOf(article).filter((element) => element.tagName === "td");
    const statuses = cells.map(textOf).filter((text) => /^\d{3}$/.test(text));
    assert.deepEqual([...new Set(statuses)].map(Number), row.errors.toSorted(), name);
  }
});

test("every link within /docs has a target on the page", async () => {
  const { elements } = await docs();
  const ids = elements.map((element) => attribute(element, "id"));
  const inside = elements.map((element) => attribute(element, "href") ?? "").filter((href) => href.startsWith("#"));
  for (const href of inside) assert.ok(ids.includes(href.slice(1)), href);
  assert.deepEqual(
    ids.filter((id, index) => id !== undefined && ids.indexOf(id) !== index),
    [],
  );
});

test("/docs runs no scripts and loads nothing from other hosts, and its policy forbids both", async () => {
  const { reply, elements } = await docs();
  const policy = new Map(
    reply.headers
      .get("content-security-policy")
      ?.split(";")
      .map((rule) => [rule.trim().split(" ")[0], rule.trim()]),
  );
  assert.equal(policy.get("default-src"), "default-src 'none'");
  assert.equal(policy.get("style-src"), "style-src 'self'");
  assert.equal(policy.get("font-src"), "font-src 'self'");
  for (const directive of ["script-src", "connect-src", "frame-src"]) assert.equal(policy.get(directive), undefined);
  assert.deepEqual(
    elements.filter((element) => ["script", "iframe", "img", "object", "style"].includes(element.tagName)),
    [],
  );
  const linked = elements.filter((element) => element.tagName === "link");
  for (const element of linked) assert.match(attribute(element, "href") ?? "", /^\/[^/]/);
  const sheets = linked.filter((element) => attribute(element, "rel") === "stylesheet");
  assert.deepEqual(
    linked.filter((element) => !sheets.includes(element)).map((element) => attribute(element, "rel")),
    ["icon"],
  );
  const stylesheets = sheets.map((element) => attribute(element, "href") ?? "");
  assert.equal(stylesheets.length, 2);
  for (const href of stylesheets) {
    assert.match(href, /^\/[^/]/);
    const sheet = await fetch(`${address}${href}`);
    assert.equal(sheet.headers.get("content-type"), "text/css; charset=utf-8");
    const text = await sheet.text();
    assert.doesNotMatch(text, /@import/);
    for (const [, url = ""] of text.matchAll(/url\(["']?([^"')]*)/g)) {
      const loaded = new URL(url, sheet.url);
      assert.equal(loaded.origin, new URL(sheet.url).origin, url);
      assert.equal((await fetch(loaded)).status, 200, url);
    }
  }
});

/** The words a shell splits a command into, captured by a function in place of curl. */
async function wordsOf(command: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("sh", ["-c", `curl() { printf '%s\\0' "$@"; }\n${command}`], {
    env: { ROSTRUM_API_KEY: "rst_key" },
  });
  return stdout.split("\0").slice(0, -1);
}

const filledPath = (row: Operation) => new RegExp(`^${PUBLIC_URL}/v1${row.path.replace(/\{\w+\}/g, "\\d+")}$`);

test("the curl example of every operation is a valid request of that operation to this service", async () => {
  const { elements } = await docs();
  for (const [name, row] of operationRows()) {
    const article = elements.find((element) => attribute(element, "id") === name);
    const sample = article && elementsOf(article).find((element) => attribute(element, "class") === "sample command");
    assert.ok(sample, name);
    const words = await wordsOf(textOf(sample));
    const valuesOf = (flag: string) => words.flatMap((word, index) => (word === flag ? [words[index + 1] ?? ""] : []));
    assert.equal(valuesOf("-X")[0] ?? "GET", row.method, name);
    assert.ok(
      words.some((word) => filledPath(row).test(word)),
      name,
    );
    assert.ok(valuesOf("-H").includes("Authorization: Bearer rst_key"), name);
    assert.deepEqual(valuesOf("-F"), row.upload ? ["media=@croissant.jpg"] : [], name);
    assert.equal(valuesOf("-d").length, row.body ? 1 : 0, name);
    if (row.body) assert.ok(row.body.safeParse(JSON.parse(valuesOf("-d")[0] ?? "")).success, name);
  }
});
