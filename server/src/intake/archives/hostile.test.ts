import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { ARCHIVE_VERSION } from "@rostrum/contract/archive.ts";
import { query } from "../../ground/database/query.ts";
import { aPerson, aPlace, aPost, type Person } from "../../testing/builders.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { archiveFrom, archiveOf, broughtIn, entriesOf, zipOf } from "./testing.ts";

let stage: Stage;
let person: Person;
let good: ReadonlyMap<string, Buffer>;
let untouched: string;
before(async () => {
  stage = await openStage({ ROSTRUM_MEDIA_MIB_PER_ACCOUNT: "1" });
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const media = [{ id: await uploaded(stage, place, { bytes: await aPicture(), name: "rye.png" }) }];
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Rye", media });
  await aPost(place, { publishMode: "QUEUE", caption: "Spelt" });
  await stage.settle();
  good = await entriesOf(await archiveOf(stage, place.brandId));
  person = await aPerson(stage);
  untouched = await everything();
});
after(() => stage[Symbol.asyncDispose]());

/** What an archive that is refused must leave as it was: rows and files. */
async function everything(): Promise<string> {
  const counts = await query(stage.app.db, {
    text: `select (select count(*) from brands) brands, (select count(*) from posts) posts, (select count(*) from media) media,
             (select count(*) from audit_entries where action = 'brand.imported') imported, (select coalesce(sum(bytes), 0) from media_bytes) bytes`,
  });
  const found = await readdir(`${stage.app.config.dataDirectory}/media`, { recursive: true, withFileTypes: true });
  const files = found.flatMap((file) => (file.isFile() ? [file.name] : []));
  return JSON.stringify([counts, files.sort()]);
}

type Files = Map<string, Buffer>;

/** Refused with this sentence; nothing is left. */
async function refuses(archive: Buffer<ArrayBuffer>, sentence: RegExp): Promise<void> {
  const { status, body } = await broughtIn(stage, archive, { owner: person.email });
  assert.deepEqual([status, Object.keys(body.errors)], [422, ["archive"]], JSON.stringify(body));
  assert.match(body.errors.archive, sentence);
  assert.match(body.errors.archive, /[^.]*\. Nothing was brought in\.$/);
  assert.equal(body.errors.archive.split("Nothing was brought in").length, 2, body.errors.archive);
  assert.equal(await everything(), untouched);
}

/** The good archive with something else in it, and no checksum that tells. */
async function changed(change: (files: Files) => void): Promise<Buffer<ArrayBuffer>> {
  const files: Files = new Map([...good].map(([name, bytes]) => [name, Buffer.from(bytes)]));
  change(files);
  return archiveFrom(files);
}

// biome-ignore lint/suspicious/noExplicitAny: lines of every form
function edit(files: Files, name: string, change: (row: any) => unknown): void {
  const lines = String(files.get(name)).trimEnd().split("\n");
  files.set(name, Buffer.from(lines.map((line) => `${JSON.stringify(change(JSON.parse(line)))}\n`).join("")));
}

test("the archive without a change is taken in: what follows is refused for what was done to it", async () => {
  const { email } = await aPerson(stage);
  assert.equal((await broughtIn(stage, await changed(() => {}), { owner: email })).status, 200);
  untouched = await everything();
});

test("what is not a ZIP file, or only a part of one, is refused", async () => {
  const whole = await zipOf(good);
  for (const bytes of [
    Buffer.from("Hello"),
    Buffer.alloc(100_000),
    whole.subarray(0, whole.length - 30),
    whole.subarray(0, 2000),
    whole.subarray(500),
  ])
    await refuses(Buffer.from(bytes), /not an archive that Rostrum made, or it is damaged or cut off/);
  await refuses(await zipOf([["README.txt", Buffer.from("x")]]), /has no manifest\.json/);
});

test("a body of another type is refused with 415", async () => {
  const reply = await stage.admin("POST", `/brand-arrivals?owner=${person.email}`, { archive: "x" });
  assert.equal(reply.status, 415);
});

test("names that lead out of the archive, folders, and what no archive has are refused", async () => {
  for (const name of ["../../../../tmp/evil", "/etc/cron.d/evil", "media/../../evilx.p", "data/deeper/evil.jso", "secrets/key.txt...."]) {
    const placeholder = "x".repeat(name.length);
    const archive = await zipOf([...good, [placeholder, Buffer.from("evil")]]);
    const bytes = Buffer.from(archive.toString("latin1").replaceAll(placeholder, name), "latin1");
    await refuses(bytes, /not part of one|not an archive that Rostrum made/);
  }
});

test("what unfolds to more than it can contain is refused before it is unfolded", async () => {
  await refuses(
    await changed((files) => files.set("data/posts.jsonl", Buffer.alloc(60 * 1024 * 1024, 32))),
    /unfolds to more than it can contain/,
  );
  const media = [...good.keys()].find((name) => name.startsWith("media/")) ?? "";
  await refuses(await changed((files) => files.set(media, Buffer.alloc(60 * 1024 * 1024))), /unfolds to more than it can contain/);
});

test("a line without an end is refused", async () => {
  const long = Buffer.from(Array.from({ length: 400_000 }, (_, at) => `${at * 7919}`).join(" "));
  await refuses(await changed((files) => files.set("data/posts.jsonl", long)), /has a line that is too long/);
});

test("a wrong checksum of texts or files is refused", async () => {
  const texts = new Map(good);
  texts.set("data/posts.jsonl", Buffer.from(String(good.get("data/posts.jsonl")).replace("Rye", "Ryf")));
  await refuses(await zipOf(texts), /data\/posts\.jsonl is not as it was written: its checksum differs/);
  const media = [...good.keys()].find((name) => name.startsWith("media/")) ?? "";
  await refuses(
    await changed((files) => void files.get(media)?.fill(7, 100, 120)),
    /media\/\S+ is not as it was written: its checksum differs/,
  );
});

test("a file that is not what it says is refused", async () => {
  const page = Buffer.from("<script>alert(1)</script>".padEnd(500));
  const media = [...good.keys()].find((name) => name.startsWith("media/")) ?? "";
  const archive = await changed((files) => {
    files.set(media, page);
    edit(files, "data/media.jsonl", (row) => ({ ...row, sizeBytes: page.length, sha256: createHash("sha256").update(page).digest("hex") }));
  });
  await refuses(archive, /is not image\/png, as it says/);
});

test("missing and unmentioned files are refused", async () => {
  const media = [...good.keys()].find((name) => name.startsWith("media/")) ?? "";
  await refuses(await changed((files) => void files.delete(media)), /should have 1 media files/);
  await refuses(await changed((files) => void files.delete("data/slots.jsonl")), /has no data\/slots\.jsonl/);
  const other = await changed((files) => {
    files.set("media/other.png", files.get(media) ?? Buffer.alloc(0));
    files.delete(media);
  });
  await refuses(other, /has a file that it does not mention: media\/other\.png/);
});

test("lines that do not fit the format are refused with their place", async () => {
  const wrong: readonly (readonly [string, (row: Record<string, unknown>) => unknown, RegExp])[] = [
    ["data/posts.jsonl", (row) => ({ ...row, status: "MAYBE" }), /data\/posts\.jsonl does not fit in line 1: status/],
    ["data/posts.jsonl", ({ body: _, ...row }) => row, /does not fit in line 1: body/],
    ["data/posts.jsonl", (row) => ({ ...row, isAdmin: true }), /does not fit in line 1/],
    ["data/posts.jsonl", (row) => [row], /does not fit in line 1/],
    ["data/slots.jsonl", (row) => ({ ...row, time: "25:00" }), /does not fit in line 1: time/],
    ["data/brand.json", (row) => ({ ...row, timezone: "Mars/Olympus" }), /does not fit in line 1: timezone/],
    ["data/deliveries.jsonl", (row) => ({ ...row, url: "javascript:alert(1)" }), /does not fit in line 1: url/],
    ["data/media.jsonl", (row) => ({ ...row, mime: "text/html" }), /does not fit in line 1: mime/],
    ["data/media.jsonl", (row) => ({ ...row, file: "../../evil.png" }), /does not fit in line 1: file/],
  ];
  for (const [file, change, sentence] of wrong) await refuses(await changed((files) => edit(files, file, change)), sentence);
  await refuses(await changed((files) => files.set("data/posts.jsonl", Buffer.from("{\n"))), /does not fit in line 1/);
  await refuses(await changed((files) => files.set("data/posts.jsonl", Buffer.from([0xff, 0xfe, 10]))), /it is not text/);
});

test("rows that do not fit together are refused, and the files that were stored for them are removed", async () => {
  const wrong: readonly (readonly [string, (row: Record<string, unknown>) => unknown, RegExp])[] = [
    ["data/posts.jsonl", (row) => ({ ...row, collectionId: 999_999 }), /refers to something that it does not have/],
    ["data/posts.jsonl", (row) => ({ ...row, id: 5 }), /not in the order of their ids/],
    ["data/posts.jsonl", (row) => ({ ...row, body: "\u0000" }), /rows do not fit together/],
    ["data/posts.jsonl", (row) => ({ ...row, createdAt: "2026-13-45T00:00:00.000000Z" }), /rows do not fit together/],
    ["data/attempts.jsonl", (row) => ({ ...row, number: 2 ** 40 }), /rows do not fit together/],
    ["data/deliveries.jsonl", (row) => ({ ...row, publicationId: 999_999 }), /refers to something that it does not have/],
  ];
  for (const [file, change, sentence] of wrong) await refuses(await changed((files) => edit(files, file, change)), sentence);
});

test("more queue times than a collection can be given are refused", async () => {
  const archive = await changed((files) => {
    const slot = JSON.parse(String(files.get("data/slots.jsonl")));
    const more = Array.from({ length: 11 }, (_, at) => JSON.stringify({ ...slot, id: slot.id + at, time: `09:${10 + at}` }));
    files.set("data/slots.jsonl", Buffer.from(`${more.join("\n")}\n`));
  });
  await refuses(archive, /has more than 10 queue times on day 1 of the week in the collection \d+, which no collection can have/);
});

test("more channels than a brand can have are refused", async () => {
  const archive = await changed((files) => {
    const row = JSON.parse(String(files.get("data/channels.jsonl")));
    const lines = Array.from({ length: 1001 }, (_, at) => `${JSON.stringify({ ...row, id: 900_000 + at })}\n`);
    files.set("data/channels.jsonl", Buffer.from(lines.join("")));
  });
  await refuses(archive, /has more than 1000 channels, which no brand can have/);
});

test("an archive of a later version is refused with what to do, and one of something else for what it is", async () => {
  const withManifest = async (change: object) => {
    const files = new Map(good);
    files.set("manifest.json", Buffer.from(JSON.stringify({ ...JSON.parse(String(good.get("manifest.json"))), ...change })));
    return zipOf(files);
  };
  await refuses(
    await withManifest({ version: ARCHIVE_VERSION + 1, madeBy: "9.0.0" }),
    /newer version of Rostrum \(9\.0\.0\)\. Update this installation first/,
  );
  await refuses(await withManifest({ format: "something" }), /not an archive of a brand/);
  await refuses(await withManifest({ id: "no uuid" }), /manifest\.json is damaged: id/);
});

test("more media than the account may keep are refused", async () => {
  const noise = createHash("sha512");
  const media = Buffer.concat(Array.from({ length: 20_000 }, (_, at) => noise.copy().update(String(at)).digest()));
  const name = [...good.keys()].find((each) => each.startsWith("media/")) ?? "";
  const { status, body } = await broughtIn(stage, await changed((files) => files.set(name, media)), { owner: person.email });
  assert.deepEqual([status, body.errors], [403, { plan: "An account may keep 1 MiB of media." }]);
  assert.equal(await everything(), untouched);
});
