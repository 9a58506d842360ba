import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { operationRows } from "@rostrum/contract/operations.ts";
import { npm, npmPack } from "../../scripts/npm.ts";
import { makeClientPackage } from "../../scripts/pack/client.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { aPlace, type Place } from "../../server/src/testing/builders.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aBrowser } from "./browser.ts";

const ROOT = join(import.meta.dirname, "../..");

const open = new AsyncDisposableStack();
after(() => open.disposeAsync());
/** An empty folder in which only the package is installed. */
let home: string;
let installed: string;
let stage: Stage;
let place: Place;

before(async () => {
  const folder = open.use(await temporaryFolder()).path;
  home = join(folder, "machine");
  installed = join(home, "node_modules/rostrum-client");
  await mkdir(home);
  await writeFile(join(home, "package.json"), "{}\n");
  // Its own empty cache and no network: nothing but the file is needed.
  const env = { HOME: folder, npm_config_cache: join(folder, "npm") };
  await npm(["install", "--offline", "--no-audit", "--no-fund", await packed(folder)], { cwd: home, env });
  stage = open.use(await openStage());
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
});

/** The file of the package; a release that is about to be published can be tried as it is. */
async function packed(folder: string): Promise<string> {
  const release = process.env.ROSTRUM_TEST_RELEASE;
  if (release !== undefined) {
    const [name = "is missing"] = globSync("rostrum-client-*.tgz", { cwd: resolve(ROOT, release) });
    return join(resolve(ROOT, release), name);
  }
  await makeClientPackage(join(folder, "client"));
  return await npmPack([join(folder, "client")], folder);
}

test("the package is one module without dependencies, with types, licence and page, and takes as much room as a picture", async () => {
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));
  const product = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  assert.deepEqual([manifest.name, manifest.version, manifest.type], ["rostrum-client", product.version, "module"]);
  for (const kind of ["dependencies", "peerDependencies", "optionalDependencies", "bin", "scripts"]) assert.ok(!(kind in manifest), kind);
  const files = globSync("**/*.*", { cwd: installed }).sort();
  assert.deepEqual(
    files.filter((path) => path.endsWith(".js")),
    ["dist/rostrum-client.js"],
  );
  assert.deepEqual(
    files.filter((path) => /(?<!\.d)\.ts$|test/.test(path)),
    [],
  );
  assert.ok(existsSync(join(installed, "LICENSE")));
  const code = await readFile(join(installed, "dist/rostrum-client.js"), "utf8");
  assert.doesNotMatch(code, /\bimport\b.*\bfrom\b|\brequire\(|\bprocess\.|\bBuffer\b/);
  assert.ok(code.length < 60_000, `${code.length} characters`);
  assert.doesNotMatch(await readFile(join(installed, "README.md"), "utf8"), /\]\((?!https:)/);
});

test("the example of its page runs where only the package is installed, by the machine's own Node", async () => {
  const page = await readFile(join(installed, "README.md"), "utf8");
  const [, code = ""] = /```ts\n(.*?)```/s.exec(page) ?? [];
  const program = code.replace("http://127.0.0.1:4000", stage.url).replace("rst_paste-the-key-here", place.person.key);
  assert.match(await ran("example.mjs", program), /^Bread has post \d+\n$/);
});

test("it has a method for each operation, and an iteration for each list", async () => {
  const program = `import * as all from "rostrum-client";
const { pages, ...methods } = all.createClient({ baseUrl: "${stage.url}/v1", apiKey: "${place.person.key}" });
console.log(JSON.stringify([Object.keys(all), Object.keys(methods), Object.keys(pages)]));`;
  assert.deepEqual(JSON.parse(await ran("methods.mjs", program)), [
    ["createClient", "createReconcilingClient"],
    operationRows().map(([name]) => name),
    operationRows().flatMap(([name, row]) => (row.paginated ? [name] : [])),
  ]);
});

test("path, query, body and files arrive where they belong, and refusals are values", async () => {
  const program = `import { createClient } from "rostrum-client";
const rostrum = createClient({ baseUrl: "${stage.url}/v1/", apiKey: "${place.person.key}" });
const place = { brandId: ${place.brandId}, collectionId: ${place.collectionId} };
const media = await rostrum.uploadMedia({ brandId: place.brandId, media: new Blob(["%PDF-1.4"]), fileName: "menu.pdf" });
const wrong = await rostrum.createPost({ ...place, publishMode: "SCHEDULE", caption: "x" });
const right = await rostrum.createPost({ ...place, publishMode: "DRAFT", caption: "Typed ☕" });
const moved = await rostrum.updatePost({ brandId: place.brandId, postId: right.data.id, publishMode: "QUEUE", queuePosition: "FRONT" });
const list = await rostrum.listBrandPosts({ brandId: place.brandId, view: "QUEUE", perPage: 1, sortBy: "title" });
const other = await rostrum.listBrands({}, { signal: AbortSignal.timeout(60_000) });
console.log(JSON.stringify([media.status, wrong.problem, right.status, moved.data.postingType, list.data[0].body, list.pagination.perPage, other.ok]));`;
  const [media, wrong, ...rest] = JSON.parse(await ran("calls.mjs", program));
  assert.ok(media === 201 || media === 422, `the file has arrived: ${media}`);
  assert.deepEqual([wrong.kind, Object.keys(wrong.errors)], ["fields", ["scheduledAt"]]);
  assert.deepEqual(rest, [201, "QUEUE", "Typed ☕", 1, true]);
});

test("a strict program is checked by its types, in the two ways that programs find packages", async () => {
  await writeFile(join(home, "program.ts"), PROGRAM);
  for (const [module, moduleResolution, lib] of [
    ["nodenext", "nodenext", ["es2022", "dom"]],
    ["esnext", "bundler", ["esnext", "dom", "dom.iterable"]],
  ]) {
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      skipLibCheck: false,
      noEmit: true,
      target: "es2022",
      types: [],
      module,
      moduleResolution,
      lib,
    };
    await writeFile(join(home, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
    await promisify(execFile)(join(ROOT, "node_modules/.bin/tsc"), ["-p", home]).catch(({ stdout }) => assert.fail(`${module}: ${stdout}`));
  }
});

/** Uses each operation; what must not be possible is marked. */
const PROGRAM = `import { createClient, createReconcilingClient, type Post, type RostrumClient, type Failure } from "rostrum-client";

const rostrum: RostrumClient = createClient({ baseUrl: "https://rostrum.example/v1", apiKey: "k", onDeprecation: ({ sunset }) => console.log(sunset) });
createReconcilingClient({ baseUrl: "", onDoubt: (doubt) => console.log(doubt.step), reconcile: { sends: 2 } });

export async function all(brandId: number, file: Blob): Promise<Post[] | Failure> {
  const me = await rostrum.getProfile();
  if (me.ok) console.log(me.data.name satisfies string, me.pagination satisfies null);
  await rostrum.validateToken();
  const brands = await rostrum.listBrands();
  if (brands.ok) console.log(brands.pagination.total, brands.data[0]?.timezone satisfies string | null | undefined);
  await rostrum.getSchedule({ brandId });
  const channels = await rostrum.listChannels({ brandId, perPage: 100 });
  const ids = channels.ok ? channels.data.map(({ id }) => id) : [];
  await rostrum.listCollections({ brandId });
  const made = await rostrum.createCollection({ brandId, title: "Bread", channels: ids, queues: ["Mon 09:00"] });
  if (!made.ok) return made;
  const collectionId: number = made.data.id;
  await rostrum.listAutomations({ brandId });
  await rostrum.createAutomation({ brandId, name: "Blog", collectionId, type: "RSS", feedUrl: "https://a.example", importAsType: "LINK" });
  const media = await rostrum.listMedia({ brandId, type: "IMAGE" });
  const upload = await rostrum.uploadMedia({ brandId, media: file, fileName: "a.jpg" });
  if (media.ok && upload.ok) console.log(media.data.length, upload.data.id satisfies string);
  await rostrum.listCollectionPosts({ brandId, collectionId, sortBy: "post_date" });
  const post = await rostrum.createPost({ brandId, collectionId, publishMode: "SCHEDULE", scheduledAt: "2030-05-01 09:00:00", caption: "x" });
  if (post.ok) await rostrum.updatePost({ brandId, postId: post.data.id, queuePosition: "FRONT" });
  await rostrum.deletePost({ brandId, postId: 1 });
  for await (const page of rostrum.pages.listPublishedPosts({ brandId, status: "FAILED" })) {
    if (!page.ok && page.problem.kind === "limit") console.log(page.problem.waitSeconds);
    if (page.ok) console.log(page.data[0]?.results.likes);
  }
  await rostrum.listPublishedPosts({ brandId });
  // @ts-expect-error a brand is named by its number
  await rostrum.getSchedule({ brandId: "7" });
  // @ts-expect-error there is no such mode
  await rostrum.createPost({ brandId, collectionId, publishMode: "LATER", caption: "x" });
  // @ts-expect-error the brand is missing
  await rostrum.listChannels({});
  // @ts-expect-error there is no such field
  await rostrum.listBrands({ size: 3 });
  const posts = await rostrum.listBrandPosts({ brandId, view: "QUEUE" });
  return posts.ok ? posts.data : posts;
}
`;

test("it works in a page of another origin", async () => {
  await using chromium = await aBrowser();
  const page = await chromium.browser.newPage();
  const code = await readFile(join(installed, "dist/rostrum-client.js"), "utf8");
  // Of a server, because browsers keep pages from elsewhere away from addresses of the machine itself.
  const [script, text] = [{ "content-type": "text/javascript" }, { "content-type": "text/html" }];
  const shop = createServer(({ url }, reply) =>
    url === "/client.js" ? reply.writeHead(200, script).end(code) : reply.writeHead(200, text).end("<!doctype html><title>Shop</title>"),
  );
  await once(shop.listen(0, "127.0.0.1"), "listening");
  open.defer(() => void shop.close().closeAllConnections());
  await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`);
  const call = `import("/client.js").then(({ createClient }) => createClient({ baseUrl: "${stage.url}/v1", apiKey: "${place.person.key}" }).listBrands())`;
  const brands = (await page.evaluate(call)) as { ok: boolean; data: readonly { id: number }[] };
  assert.equal(brands.ok, true, JSON.stringify(brands));
  assert.deepEqual(
    brands.data.map(({ id }) => id),
    [place.brandId],
  );
});

/** Runs a program in the folder and returns what it prints. */
async function ran(name: string, program: string): Promise<string> {
  await writeFile(join(home, name), program);
  const { stdout, stderr } = await promisify(execFile)(ownNode(), [name], { cwd: home, env: { PATH: process.env.PATH ?? "" } });
  assert.equal(stderr, "");
  return stdout;
}

/** The Node of the machine, as old as it may be; the repository's if there is none. */
function ownNode(): string {
  const places = (process.env.PATH ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
  return places.map((path) => join(path, "node")).find((path) => existsSync(path)) ?? process.execPath;
}
