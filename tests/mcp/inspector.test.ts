import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { tools } from "../../contract/src/tools/table.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { aPlace, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { aSite, type Site } from "../../server/src/testing/feeds.ts";
import { anOAuthClient } from "../../server/src/testing/oauth-client.ts";
import { signIn } from "../../server/src/testing/program.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { aVisitor } from "../../server/src/testing/visitor.ts";
import { run } from "./run.ts";

const INSPECTOR = join(import.meta.dirname, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const PROGRAM = join(import.meta.dirname, "../../cli/bin/rostrum.js");

let stage: Stage;
let place: Place;
let site: Site;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** Both ways to the same tools: over HTTP with the token that the official client got by a person's sign-in and consent, and on standard input with an API key. */
let ways: Readonly<Record<string, readonly string[]>>;
before(async () => {
  folder = await temporaryFolder();
  site = await aSite();
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
  await stage.admin("PATCH", `/account?owner=${place.person.email}`, { sensitiveActions: true });
  const token = await tokenOfSignIn(place.person.email);
  const settings = ["-e", `ROSTRUM_URL=${stage.url}`, "-e", `ROSTRUM_API_KEY=${place.person.key}`];
  ways = {
    http: [`${stage.url}/mcp`, "--transport", "http", "--header", `Authorization: Bearer ${token}`],
    stdio: [process.execPath, PROGRAM, "mcp", "--transport", "stdio", ...settings],
  };
});
after(async () => {
  await stage[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** The whole way of OAuth: refusal, registration, sign-in, consent, code, token. */
async function tokenOfSignIn(email: string): Promise<string> {
  const password = "rye and walnuts 26";
  await must(stage.admin("POST", "/users/password", { user: email, password }));
  const visitor = aVisitor(stage.url);
  assert.equal((await signIn(visitor, email, password)).status, 303);
  await using program = await anOAuthClient(stage.url);
  const { pathname, search } = await program.begin();
  const answer = await visitor.submit(await visitor.get(pathname + search), "/oauth/authorize", { decision: "allow", may: "write" });
  await fetch(answer.location ?? "");
  await program.finish();
  const listed = await program.client.listTools();
  assert.equal(listed.tools.length, tools.length);
  const token = program.tokens()?.access_token;
  assert.ok(token);
  return token;
}

const inspect = (way: string, ...args: readonly string[]) => run(INSPECTOR, ["--cli", ...(ways[way] ?? []), ...args], folder.path);

for (const way of ["http", "stdio"]) {
  test(`the inspector lists the 17 tools over ${way} and finds no problems in their schemas`, async () => {
    const { code, out, error } = await inspect(way, "--method", "tools/list", "--strict");
    assert.equal(code, 0, error);
    assert.deepEqual(
      JSON.parse(out).tools.map(({ name }: { name: string }) => name),
      tools.map(({ name }) => name),
    );
    assert.doesNotMatch(error, /[1-9]\d* (errors?|warnings?)/);
  });

  test(`the inspector calls the tools over ${way}`, async () => {
    for (const [name, given] of await calls()) {
      const pairs = Object.entries(given).map(([field, value]) => `${field}=${typeof value === "string" ? value : JSON.stringify(value)}`);
      const { code, out, error } = await inspect(
        way,
        "--method",
        "tools/call",
        "--tool-name",
        name,
        ...pairs.flatMap((pair) => ["--tool-arg", pair]),
      );
      assert.equal(code, 0, `${name} ${out} ${error}`);
      assert.equal(JSON.parse(out).structuredContent.status, "success", name);
    }
  });
}

const FEED = `<rss version="2.0"><channel><title>Bread</title><item><title>Rye</title><guid>rye</guid></item></channel></rss>`;

/** One call of each tool. */
async function calls(): Promise<(readonly [string, Readonly<Record<string, unknown>>])[]> {
  const { brandId, collectionId } = place;
  const postId = await aPost(place, { publishMode: "DRAFT" });
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const feedUrl = site.on("/feed.xml", { headers: { "content-type": "application/rss+xml" }, body: FEED });
  const given: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["get_profile", {}],
    ["validate_token", {}],
    ["list_brands", { perPage: 5 }],
    ["get_schedule", { brandId }],
    ["list_channels", { brandId }],
    ["list_collections", { brandId }],
    ["create_collection", { brandId, title: "Cake", queues: ["Tue 10:00"] }],
    ["create_automation", { brandId, collectionId, name: "Blog", type: "RSS", feedUrl, importAsType: "LINK" }],
    ["list_automations", { brandId }],
    ["list_media", { brandId, type: "IMAGE" }],
    ["upload_media", { brandId, fileName: "pixel.png", contentBase64: pixel }],
    ["list_collection_posts", { brandId, collectionId }],
    ["list_brand_posts", { brandId, view: "DRAFT" }],
    ["create_post", { brandId, collectionId, publishMode: "DRAFT", caption: "Fresh bread" }],
    ["update_post", { brandId, postId, publishMode: "QUEUE" }],
    ["delete_post", { brandId, postId }],
    ["list_published_posts", { brandId, status: "FAILED" }],
  ];
  assert.equal(new Set(given.map(([name]) => name)).size, 17);
  return [...given];
}
