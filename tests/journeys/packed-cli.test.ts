import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { VERSION } from "../../cli/src/version.ts";
import { installPackedCli } from "../../scripts/packed-cli.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { aLocalToolClient } from "../../server/src/testing/tool-client.ts";
import { type Running, running } from "./running.ts";

const open = new AsyncDisposableStack();
after(() => open.disposeAsync());
let service: Running;
let folder: string;
let program: string;
let apiKey: string;

before(async () => {
  folder = open.use(await temporaryFolder()).path;
  program = await installPackedCli(folder);
  service = open.use(await running({ ROSTRUM_DEMO: "0" }));
  await service.rostrum(["admin", "users", "create", "--name", "Ada", "--email", "ada@example.org"]);
  const { out } = await service.rostrum(["admin", "keys", "create", "--user", "ada@example.org", "--name", "test", "--json"]);
  apiKey = (JSON.parse(out) as { key: string }).key;
});

/** Runs the installed program in a folder outside the repository. */
function packed(words: readonly string[]): Promise<{ code: unknown; out: string; err: string }> {
  const env = { HOME: folder, ROSTRUM_URL: service.url, ROSTRUM_API_KEY: apiKey, ROSTRUM_DATA_DIR: service.dataDirectory };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err }),
    );
  });
}

test("The package contains only JavaScript, includes licences, and has no dependencies", async () => {
  const home = dirname(dirname(program));
  const files = globSync("**/*.*", { cwd: home });
  assert.deepEqual(
    files.filter((file) => !/\.js$|^package\.json$|^dist\/LICENSES\.txt$/.test(file)),
    [],
  );
  assert.deepEqual(globSync("*", { cwd: join(home, "..") }), ["rostrum-cli"]);
});

test("The installed program prints its version and help", async () => {
  assert.deepEqual(await packed(["--version"]), { code: 0, out: `${VERSION}\n`, err: "" });
  const { code, out } = await packed(["--help"]);
  assert.equal(code, 0);
  for (const word of ["posts", "media", "admin", "serve", "completion", "mcp"]) assert.match(out, new RegExp(`^  ${word}\\b`, "m"));
});

test("It creates, lists and reconciles over HTTP, administers the service, and leaves serving to the server package", async () => {
  const brand = await packed(["admin", "brands", "create", "--owner", "ada@example.org", "--title", "Corner Bakery", "--json"]);
  assert.equal(brand.code, 0, brand.err);
  const brandId = String((JSON.parse(brand.out) as { id: number }).id);
  const brands = await packed(["brands", "list", "--json"]);
  assert.equal(brands.code, 0, brands.err);
  assert.equal((JSON.parse(brands.out) as { data: { title: string }[] }).data[0]?.title, "Corner Bakery");
  const made = await packed(["collections", "create", "--brand-id", brandId, "--title", "Tips", "--json"]);
  assert.equal(made.code, 0, made.err);
  const file = join(folder, "menu.pdf");
  await writeFile(file, "%PDF-1.4\n");
  const upload = await packed(["media", "upload", "--brand-id", brandId, "--media", file, "--json"]);
  assert.deepEqual([upload.code, upload.err], [0, ""]);
  assert.equal((JSON.parse(upload.out) as { data: { type: string } }).data.type, "application/pdf");
  assert.equal((await packed(["forecast", "--brand-id", brandId])).code, 0);
  const serve = await packed(["serve"]);
  assert.equal(serve.code, 1);
  assert.match(serve.err, /^This command needs the server package, which is not installed:/);
});

test("The tools tell times on a Node without Temporal", async () => {
  await using agent = await aLocalToolClient({ url: service.url, key: apiKey, program, flags: ["--no-harmony-temporal"] });
  const { isError, body } = await agent.call("list_brands");
  assert.deepEqual([isError, body.data[0].title], [false, "Corner Bakery"]);
  const [brand] = body.data;
  const made = await agent.call("create_collection", { brandId: brand.id, title: "News", queues: ["Mon 09:00"] });
  assert.deepEqual([made.isError, made.body.data.title], [false, "News"]);
});

test("An older Node is told what is missing", async () => {
  // The check reads `process.versions`, so faking it comes as close as possible without an old Node.
  const words = ["--import", "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})", program];
  const { promise, resolve } = Promise.withResolvers<{ code: unknown; err: string }>();
  execFile(process.execPath, words, { cwd: fileURLToPath(new URL(".", import.meta.url)) }, (error, _, err) =>
    resolve({ code: error?.code, err }),
  );
  const { code, err } = await promise;
  assert.equal(code, 2);
  assert.match(err, /^rostrum needs Node 22 or newer; this is v/);
});
