import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { before, describe, test } from "node:test";
import { eventually } from "../../server/src/testing/eventually.ts";
import { PASSWORD } from "../../server/src/testing/program.ts";
import { aVisitor } from "../../server/src/testing/visitor.ts";
import { type Service, sharedService, startService } from "./support/service.ts";

const REPOSITORY = resolve(import.meta.dirname, "../..");
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

describe("a first start with the sandbox off, and with a slip in the name of a setting", () => {
  let service: Service;
  before(async () => {
    service = await startService({ ROSTRUM_DEMO: null, ROSTRUM_SANDBOX: "0", ROSTRUM_SINGUP: "1" });
  });
  const printed = (form: RegExp) => eventually(`${form} is printed`, async () => form.exec(service.output()));
  const code = async () => {
    const next = `Nobody has an account yet. Open ${service.url} and make the operator's with the one-time code `;
    return (await printed(new RegExp(`^${RegExp.escape(next)}(\\S+)$`, "m")))[1] ?? "";
  };

  test("the address is printed when the service is ready", async () => {
    await printed(new RegExp(`^Rostrum is ready at ${RegExp.escape(service.url)}$`, "m"));
  });

  test("a setting that there is not is told with the name that was probably meant", async () => {
    await printed(/"event":"unknown setting","setting":"ROSTRUM_SINGUP","hint":"Did you mean ROSTRUM_SIGN_UP\?"/);
  });

  for (const page of ["docs/installing.md", "deploy/helm/rostrum/templates/NOTES.txt"]) {
    test(`the one-time code is found as ${page} says`, async () => {
      const [, words] = / logs .+ \| grep "(.+)"/.exec(await readFile(join(REPOSITORY, page), "utf8")) ?? [];
      assert.ok(words !== undefined);
      const own = await code();
      const found = service
        .output()
        .split("\n")
        .filter((line) => line.includes(words));
      assert.deepEqual(
        found.map((line) => line.endsWith(own)),
        [true],
      );
    });
  }

  test("there is no demo, and the first account is made with the code in the browser", async () => {
    const users = async () => {
      const reply = await fetch(`${service.url}/app/api/admin/users`, { headers: { Authorization: `Bearer ${service.adminToken}` } });
      const { data } = (await reply.json()) as { data: { email: string; operator: boolean }[] };
      return data.map(({ email, operator }) => ({ email, operator }));
    };
    const person = { code: await code(), name: "Ada Baker", email: "ada@example.org", password: PASSWORD };
    assert.deepEqual(await users(), []);
    assert.doesNotMatch(service.output(), /rst_|[Dd]emo/);
    const visitor = aVisitor(service.url);
    assert.equal((await visitor.submit(await visitor.get("/setup"), "/setup", person)).status, 303);
    assert.deepEqual(await users(), [{ email: "ada@example.org", operator: true }]);
  });

  test("SIGTERM ends it with exit code 0", async () => {
    assert.equal(await service.stop("SIGTERM"), 0);
  });
});

describe("start and stop", () => {
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
    const main = join(REPOSITORY, "server/src/main.ts");
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
