import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { query } from "../../server/src/ground/database/query.ts";
import { must } from "../../server/src/testing/builders.ts";
import { aPicture } from "../../server/src/testing/media.ts";
import { call } from "../../server/src/testing/stage.ts";
import { type Block, blocksOf, documents, mentionsOf, ROOT } from "./blocks.ts";
import { type Installation, installation } from "./installation.ts";
import { problemOf } from "./parse.ts";

// A process of its own: it takes minutes, so it starts first.

/** What a block needs that its page takes for granted, and what stands for its ids and addresses here. */
type Given = (here: Installation) => Promise<{ readonly instead?: Readonly<Record<string, string>>; readonly input?: string }>;

/** How the commands of a block are tried. */
type Treatment =
  | { readonly kind: "run"; readonly given: Given }
  /** Scripts of the project, which a reader types in its folder. They take no notice of the installation, nor of each other. */
  | { readonly kind: "script"; readonly instead: Readonly<Record<string, string>> }
  /** Lines `NAME=value`: the service reads each of these settings. */
  | { readonly kind: "settings" }
  /** Another test runs the same; it has these words. */
  | { readonly kind: "elsewhere"; readonly test: string; readonly words: string }
  | { readonly kind: "not here"; readonly reason: string };

const runs = (given: Given = async () => ({})): Treatment => ({ kind: "run", given });
const script = (instead: Readonly<Record<string, string>>): Treatment => ({ kind: "script", instead });
const settings: Treatment = { kind: "settings" };
const elsewhere = (path: string, words: string): Treatment => ({ kind: "elsewhere", test: path, words });
const notHere = (reason: string): Treatment => ({ kind: "not here", reason });

const INSTALLED = notHere("it installs a service on the machine: tried by hand, as the page says");
const CONTAINERS = notHere("it needs Docker: the files are checked by tests/installing.test.ts");
const BY_HAND = notHere("it needs servers of its own: tried by hand, as the page says");

/** The sizes with which benches end soon: what they measure then says nothing. */
const BENCH = "npm run bench --";
const FEW_WAITING =
  "ROSTRUM_BENCH_WAITING=200 ROSTRUM_BENCH_DUE=50 ROSTRUM_BENCH_DUE_SECONDS=2 ROSTRUM_BENCH_BURST=50 ROSTRUM_BENCH_HELD_SECONDS=1 ROSTRUM_BENCH_ROUNDS=1";
const FEW_POSTS = "ROSTRUM_BENCH_CHANNELS=4 ROSTRUM_BENCH_POSTS=20 ROSTRUM_BENCH_ROUNDS=1";

/** One entry for each block of a page, in their order. */
const TREATMENTS: Readonly<Record<string, readonly Treatment[]>> = {
  "README.md": [elsewhere("tests/journeys/stop.test.ts", '["start"]'), runs(), elsewhere(".ci/run", "npm ci && npm test")],
  "docs/audit.md": [runs(withPerson("ada@example.org"))],
  "docs/brands.md": [runs(), runs(withPerson("ada@example.com"))],
  "docs/channels.md": [
    elsewhere("tests/journeys/preferences.test.ts", '"--login"'),
    runs(withSecretFile),
    runs(connecting("Mastodon", "mastodon.json")),
    elsewhere("tests/journeys/preferences.test.ts", '"--preference"'),
  ],
  "docs/collections.md": [runs()],
  "docs/command-line.md": [
    elsewhere("tests/journeys/packed-cli.test.ts", "pack"),
    runs(async ({ file, demo, stage }) => {
      await file("key.txt", `${demo.apiKey}\n`);
      return { instead: { "https://rostrum.example": stage.url } };
    }),
    runs(withLines),
  ],
  "docs/events.md": [
    runs(async ({ demo, stage }) => {
      const webhook = { url: "https://hooks.example.com/other" };
      const { id } = await must(call(`${stage.url}/app/api/brands/${demo.brandId}/webhooks`, "POST", demo.apiKey, webhook));
      return { instead: { "--webhook-id 3": `--webhook-id ${id}` } };
    }),
    runs(),
  ],
  "docs/how-it-was-tested.md": [script({ "--rounds 1000": "--rounds 1" })],
  "docs/installing.md": [
    elsewhere("tests/journeys/release.test.ts", "pack"),
    elsewhere("tests/journeys/release.test.ts", "serve"),
    INSTALLED,
    INSTALLED,
    INSTALLED,
    CONTAINERS,
    CONTAINERS,
    CONTAINERS,
    notHere("it needs Kubernetes: the chart is checked by tests/installing.test.ts"),
  ],
  "docs/media.md": [
    runs(async ({ file }) => {
      await file("croissant.jpg", await aPicture());
      return {};
    }),
  ],
  "docs/n8n.md": [elsewhere("tests/journeys/release.test.ts", '"--legacy-peer-deps"')],
  "docs/moving-out.md": [elsewhere("tests/journeys/moving.test.ts", '"export"'), elsewhere("tests/journeys/moving.test.ts", '"import"')],
  "docs/moving-in.md": [runs(withTable("Fresh bread", "Rye with walnuts"))],
  "docs/running.md": [runs()],
  "docs/performance.md": [
    script({ "AROUND=10000000": "AROUND=200 ROSTRUM_BENCH_BRANDS=200 ROSTRUM_BENCH_SAMPLES=1" }),
    script({ [`${BENCH} backlog`]: `${FEW_WAITING} ${BENCH} backlog`, [`${BENCH} workers`]: `${FEW_POSTS} ${BENCH} workers` }),
  ],
  "docs/posts.md": [runs(withPicture)],
  "docs/published.md": [runs(async (here) => ({ instead: { "--post-id 81": `--post-id ${(await anUndecidedDelivery(here)).postId}` } }))],
  "docs/reliability.md": [runs(withUndecided), runs(withUndecided)],
  "docs/scale.md": [settings, settings],
  "docs/secret-key.md": [elsewhere("tests/journeys/secret-key.test.ts", "inDirectory")],
  "docs/sharing.md": [runs(withLines), runs()],
  "docs/sign-in.md": [
    runs(async (here) => {
      await withPerson("eve@example.com")(here);
      return { instead: { "ada@example.com": "eve@example.com", "ada@example.org": "eve@example.org" } };
    }),
  ],
  "docs/traces.md": [settings],
  "docs/two-machines.md": [
    BY_HAND,
    settings,
    elsewhere("tests/journeys/two-machines.test.ts", "follow(takeAlong"),
    elsewhere("tests/journeys/two-machines.test.ts", "follow(fill"),
  ],
  "docs/typed-client.md": [elsewhere("tests/journeys/client-package.test.ts", "rostrum-client")],
  "docs/upgrading.md": [elsewhere("server/src/running/upgrades/upgrade.test.ts", "restore")],
  "docs/guides/agent.md": [runs(), runs()],
  "docs/guides/connect-a-network.md": [runs(connecting("Mastodon", "mastodon.json"))],
  "docs/guides/feed-to-posts.md": [runs(async ({ feedUrl }) => ({ instead: { "https://blog.example/feed.xml": feedUrl } }))],
  "docs/guides/first-post.md": [runs(), runs(), runs(), runs()],
  "docs/guides/moving-in.md": [runs(withTable("Oat bread", "Corn bread")), elsewhere("tests/journeys/moving.test.ts", '"export"')],
  "docs/guides/n8n.md": [runs(), runs()],
  "docs/guides/weekly-queue.md": [runs(), runs(), runs()],
  "docs/networks/bluesky.md": [runs(connecting("Bluesky", "bluesky.json"))],
  "docs/networks/facebook.md": [settings],
  "docs/networks/google-business.md": [settings, runs(connecting("Google Business", "location.json"))],
  "docs/networks/instagram.md": [settings, runs(connecting("Instagram", "instagram.json"))],
  "docs/networks/linkedin.md": [settings, runs(connecting("LinkedIn", "linkedin.json"))],
  "docs/networks/mastodon.md": [runs(connecting("Mastodon", "mastodon.json"))],
  "docs/networks/telegram.md": [runs(connecting("Telegram", "telegram.json"))],
  "docs/networks/pinterest.md": [settings, settings, runs(connecting("Pinterest", "board.json"))],
  "docs/networks/threads.md": [settings, runs(connecting("Threads", "threads.json"))],
  "docs/networks/tiktok.md": [settings, settings, runs(connecting("TikTok", "tiktok.json"))],
  "docs/networks/x.md": [settings, runs(), runs(connecting("X", "x.json"))],
  "docs/networks/youtube.md": [settings, runs(connecting("YouTube", "channel.json")), runs()],
};

let here: Installation;
before(async () => {
  here = await installation();
});
after(() => here[Symbol.asyncDispose]());

test("the command line knows every command that a document names, with its flags and values", () => {
  const mentions = documents().flatMap(mentionsOf);
  assert.ok(mentions.length > 150, `${mentions.length} commands were found`);
  const problems = mentions.flatMap(({ page, line, command }) => {
    const problem = problemOf(command);
    return problem === null ? [] : [`${page}:${line}: ${command}: ${problem}`];
  });
  assert.deepEqual(problems, []);
});

test("the check of commands sees an unknown word, an unknown flag and a wrong value", () => {
  assert.equal(problemOf("rostrum admin deliveries forget --delivery-id 1"), "rostrum admin deliveries has no forget");
  assert.equal(problemOf("npx rostrum posts create --caption-text x"), "rostrum posts create has no --caption-text");
  assert.match(problemOf("rostrum explain --post-id seven") ?? "", /^--post-id seven: /);
  assert.equal(problemOf("npx rostrum explain --post-id N --json"), null);
});

test("every block of commands in the documents has its entry here, and every entry its block", () => {
  const counts = (pages: readonly string[], count: (page: string) => number) =>
    Object.fromEntries(pages.flatMap((page) => (count(page) === 0 ? [] : [[page, count(page)]])).sort());
  assert.deepEqual(
    counts(documents(), (page) => blocksOf(page).length),
    counts(Object.keys(TREATMENTS), (page) => TREATMENTS[page]?.length ?? 0),
  );
});

const tries = documents().flatMap((page) =>
  blocksOf(page).map((block, index) => ({ block, treatment: TREATMENTS[page]?.[index] ?? notHere("it has no entry") })),
);
for (const { block, treatment } of tries) if (treatment.kind !== "script") tried(block, treatment);

describe("scripts of the project, all at once because they mostly wait", { concurrency: true }, () => {
  for (const { block, treatment } of tries) if (treatment.kind === "script") tried(block, treatment);
});

function tried(block: Block, treatment: Treatment): void {
  const [first = ""] = block.text.split("\n").filter((line) => !line.startsWith("#"));
  const name = `${block.page}, line ${block.line}: ${first.replace(/ \\$/, " …")}`;
  switch (treatment.kind) {
    case "not here":
      return void test(name, { skip: treatment.reason });
    case "elsewhere":
      return void test(`${name} is run by ${treatment.test}`, () => {
        assert.ok(readFileSync(join(ROOT, treatment.test), "utf8").includes(treatment.words));
      });
    case "settings":
      return void test(`${name}: the service reads these settings`, () => assert.deepEqual(unknownSettings(block.text), []));
    case "script":
      return void test(name, () => succeeds(block, { instead: { ...treatment.instead, "npm run": `npm --prefix ${ROOT} run` } }));
    case "run":
      return void test(name, async () => succeeds(block, await treatment.given(here)));
  }
}

async function succeeds({ text }: Block, { instead = {}, input }: Awaited<ReturnType<Given>>): Promise<void> {
  const missing = Object.keys(instead).filter((words) => !text.includes(words));
  assert.deepEqual(missing, [], "words that something stands for, but which the block does not have");
  const { code, out, err } = await here.run(text, { instead, ...(input === undefined ? {} : { input }) });
  assert.equal(code, 0, `${out}\n${err}`);
  assert.doesNotMatch(out, /"status":"error"/);
}

/** The lines that are no setting of the service. */
function unknownSettings(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const source = ["config", "trace-settings"].map((file) => readFileSync(join(ROOT, `server/src/ground/${file}.ts`), "utf8")).join("\n");
  const patterns = [/^ROSTRUM_[A-Z_]+_(?:CLIENT_ID|CLIENT_SECRET|API_URL|AUDITED|SCOPES)$/];
  return lines.filter((line) => {
    const [, name = ""] = /^([A-Z][A-Z0-9_]*)=\S/.exec(line) ?? [];
    return !(new RegExp(`\\b${name}:`).test(source) && name !== "") && !patterns.some((pattern) => pattern.test(name));
  });
}

function withPerson(email: string): Given {
  return async ({ stage }) => {
    // It may be there from an earlier page.
    await stage.admin("POST", "/users", { name: "Ada Baker", email });
    return {};
  };
}

async function withPicture({ pictureUrl }: Installation) {
  return { instead: { "https://shop.example/croissant.jpg": pictureUrl } };
}

async function withLines({ file }: Installation) {
  const lines = ["Fresh croissants", "Fresh rolls"].map((caption) => JSON.stringify({ publishMode: "DRAFT", caption }));
  await file("posts.jsonl", `${lines.join("\n")}\n`);
  return {};
}

/** A file of Buffer's with these posts, to be imported by the next import that is started. */
function withTable(...captions: readonly string[]): Given {
  return async ({ file, stage }) => {
    await file("posts.csv", `Text,Image URL,Tags,Posting Time\n${captions.map((caption) => `${caption},,,\n`).join("")}`);
    const [{ id } = { id: 0 }] = await query<{ id: number }>(stage.app.db, { text: "select coalesce(max(id), 0) + 1 id from imports" });
    return { instead: { "--import-id 1": `--import-id ${id}` } };
  };
}

async function withSecretFile({ file }: Installation) {
  await file("secret.txt", "a-secret\n");
  return {};
}

function connecting(type: ChannelType, file: string): Given {
  return async ({ stage, admin, credentials }) => {
    const email = "owner@example.com";
    await stage.admin("POST", "/users", { name: "Olga Owner", email });
    const { id } = await admin("POST", "/brands", { owner: email, title: `Brand of ${file}` });
    await credentials(file, type);
    return { instead: { "--brand-id 2": `--brand-id ${id}` } };
  };
}

async function withUndecided(installation: Installation) {
  const { id } = await anUndecidedDelivery(installation);
  return { instead: { "--delivery-id 812": `--delivery-id ${id}` } };
}

/** A post on one channel of which nobody knows whether it is there. */
async function anUndecidedDelivery({ stage, demo, api, admin }: Installation): Promise<{ readonly id: number; readonly postId: number }> {
  const { brandId } = demo;
  const channel = await admin("POST", `/brands/${brandId}/channels`, { type: "Mastodon", name: `Undecided ${++made}`, sandbox: true });
  const collection = await api("POST", `/brands/${brandId}/collections`, { title: `Undecided ${made}`, channels: [channel.id] });
  const body = { publishMode: "IMMEDIATE", caption: "Fresh croissants" };
  const post = await api("POST", `/brands/${brandId}/collections/${collection.id}/posts`, body);
  await stage.settle();
  const [row] = await query<{ id: number }>(stage.app.db, {
    text: "update deliveries set status = 'FAILED', reason = 'undecided', url = null, remote_id = null where post_id = $1 returning id",
    values: [post.id],
  });
  assert.ok(row);
  return { id: row.id, postId: Number(post.id) };
}

let made = 0;
