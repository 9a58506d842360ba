import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { before, describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { type Service, sharedService, startService } from "./support/service.ts";

const PATHS = [
  "/me",
  "/auth",
  "/brands",
  "/brands/{brand_id}/schedule",
  "/brands/{brand_id}/channels",
  "/brands/{brand_id}/collections",
  "/brands/{brand_id}/automations",
  "/brands/{brand_id}/media",
  "/brands/{brand_id}/collections/{collection_id}/posts",
  "/brands/{brand_id}/posts",
  "/brands/{brand_id}/posts/{post_id}",
  "/brands/{brand_id}/published-posts",
];

describe("the contract documents", () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });
  const read = async (path: string) => {
    const reply = await fetch(`${service.url}${path}`);
    return { status: reply.status, type: reply.headers.get("content-type") ?? "", text: await reply.text() };
  };

  for (const root of ["", "/v1"]) {
    test(`${root}/openapi-v1.2.0.yaml is the OpenAPI 3.0.3 contract, version 1.2.0, with every path`, async () => {
      const { status, type, text } = await read(`${root}/openapi-v1.2.0.yaml`);
      assert.equal(status, 200);
      assert.match(type, /yaml/);
      assert.match(text, /^openapi: ["']?3\.0\.3["']?$/m);
      assert.match(text, /^ {2}version: ["']?1\.2\.0["']?$/m);
      const paths = [...text.matchAll(/^ {2}["']?(\/[^"':]*)["']?:$/gm)].map(([, path]) => path);
      assert.deepEqual(paths.toSorted(), PATHS.toSorted());
    });

    test(`${root}/openapi-v1.0.1.yaml is the previous contract`, async () => {
      const { status, text } = await read(`${root}/openapi-v1.0.1.yaml`);
      assert.equal(status, 200);
      assert.match(text, /^ {2}version: ["']?1\.0\.1["']?$/m);
    });
  }

  test("both addresses serve the same document", async () => {
    assert.equal((await read("/openapi-v1.2.0.yaml")).text, (await read("/v1/openapi-v1.2.0.yaml")).text);
  });

  test("/docs shows the contract to a person", async () => {
    const { status, type, text } = await read("/docs");
    assert.deepEqual([status, /^text\/html/.test(type)], [200, true]);
    for (const path of PATHS) assert.ok(text.includes(path), path);
  });

  test("/healthz reports that the process is alive, /readyz that the database is reachable", async () => {
    assert.deepEqual([(await read("/healthz")).status, (await read("/readyz")).status], [200, 200]);
  });

  test("/metrics answers text that Prometheus reads", async () => {
    const { status, type, text } = await read("/metrics");
    assert.deepEqual([status, /^text\/plain/.test(type)], [200, true]);
    assert.match(text, /^# TYPE \w+ \w+$/m);
  });

  test("the home page is the dashboard", async () => {
    const { status, type } = await read("/");
    assert.deepEqual([status, /^text\/html/.test(type)], [200, true]);
  });
});

describe("start and stop", () => {
  test("the address is printed when the service is ready; SIGTERM ends it with exit code 0", async () => {
    const service = await startService();
    await eventually("the address is printed", async () => (service.output().includes(service.url) ? true : null));
    assert.equal(await service.stop("SIGTERM"), 0);
  });

  test("the first start creates the demo: a sign-in and one API key are printed once; SIGINT ends it with exit code 0", async () => {
    const service = await startService({ ROSTRUM_DEMO: null });
    const keys = () => service.output().match(/rst_[\w-]+/g);
    await eventually("a key is printed", async () => keys());
    const headers = { Authorization: `Bearer ${keys()?.[0]}` };
    assert.equal((await fetch(`${service.url}/v1/me`, { headers })).status, 200);
    assert.equal(await service.stop("SIGINT"), 0);
    assert.equal(keys()?.length, 1);
  });

  test("invalid settings stop startup and print one line per error", async () => {
    const main = resolve(import.meta.dirname, "../../server/src/main.ts");
    const wrong = { PORT: "abc", ROSTRUM_RATE_LIMIT_ROUTE: "-1", ROSTRUM_LOG_LEVEL: "loud", ROSTRUM_ALLOW_PRIVATE_NETWORKS: "10.0.0.0/99" };
    const child = spawn(process.execPath, [main], { env: { PATH: process.env.PATH, ...wrong }, stdio: ["ignore", "pipe", "pipe"] });
    let told = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (piece: string) => {
        told += piece;
      });
    }
    await once(child, "close");
    assert.notEqual(child.exitCode, 0);
    for (const name of Object.keys(wrong)) {
      assert.equal(told.split("\n").filter((line) => line.includes(name)).length, 1, `${name}:\n${told}`);
    }
  });
});
