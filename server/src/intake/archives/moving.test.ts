import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Operation, PrivateOperation } from "@rostrum/contract/operation.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import { query } from "../../ground/database/query.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aPhoto, aPicture, uploaded } from "../../testing/media.ts";
import { ADMIN_TOKEN, openStage, type Stage } from "../../testing/stage.ts";
import { LOGGED_OUT } from "./rules.ts";
import { archiveOf, broughtIn, entriesOf } from "./testing.ts";

/** What is asked of a brand and is not in its archive, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  listBrandAuditEntries: "the trail belongs to the installation on which something was done",
  listMembers: "a brand arrives with its owner alone",
  listInvitations: "a brand arrives with its owner alone",
  listBrandArchives: "archives are of the installation that made them",
  showBrandFeed: "the public feed has an address of its installation",
  showNotifications: "what somebody is told is theirs, not the brand's",
  listImports: "imports are undone where they were made",
  showImport: "imports are undone where they were made",
  exportFailedRows: "imports are undone where they were made",
  listWebhooks: "webhooks have secrets, and stay where they were made",
  listWebhookEvents: "webhooks stay where they were made",
  listWebhookAttempts: "webhooks stay where they were made",
  showLogIn: "a log-in that is under way stays where it was begun",
};

/** In each installation ids of a kind begin at a number of their own, so that every number in an answer tells what it is. */
const KINDS = [
  "brands",
  "channels",
  "collections",
  "slots",
  "automations",
  "posts",
  "publications",
  "deliveries",
  "attempts",
  "settlements",
];
const HOME_BEGIN = 1_000_000;
const AWAY_BEGIN = 1_500_000;

let home: Stage;
let away: Stage;
const places: Place[] = [];
const arrived: { readonly brandId: number; readonly key: string }[] = [];
const cleanUp = new AsyncDisposableStack();

before(async () => {
  home = cleanUp.use(await openStage());
  away = cleanUp.use(await openStage());
  await beginAt(home, HOME_BEGIN);
  await beginAt(away, AWAY_BEGIN);
  places.push(await aRichBrand(), await aBrandInNewYork());
  home.pass(1000);
  await home.settle();
  away.jump(home.now());
  for (const place of places) {
    const archive = await archiveOf(home, place.brandId);
    const { email } = place.person;
    await must(away.admin("POST", "/users", { name: "Ada", email, verified: true }));
    const { key } = await must(away.admin("POST", "/keys", { user: email, name: "test" }));
    const { brandId } = await must(broughtIn(away, archive, { owner: email }));
    arrived.push({ brandId, key });
  }
  await standStill();
});
after(() => cleanUp.disposeAsync());

async function beginAt({ app }: Stage, begin: number): Promise<void> {
  for (const [at, table] of KINDS.entries())
    await app.db.query("select setval(pg_get_serial_sequence($1, 'id'), $2)", [table, (at + 1) * 2_000_000 + begin]);
}

/** Something of every kind. */
async function aRichBrand(): Promise<Place> {
  const place = await aPlace(home, { channels: ["Mastodon", "YouTube"], queues: ["Mon 09:00", "Thu 17:30"], maxRepublish: 2 });
  const { db } = home.app;
  const [mastodon, youtube] = place.channelIds;
  await must(home.admin("PATCH", `/account?owner=${place.person.email}`, { sensitiveActions: true }));
  const picture = await uploaded(home, place, { bytes: await aPicture(), name: "rye.png" });
  const photo = await uploaded(home, place, { bytes: await aPhoto(), name: "=wheat.jpg" });
  await uploaded(home, place, { bytes: Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Page >>\nendobj\n"), name: "menu.pdf" });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Rye", media: [{ id: picture }], comment: { comment: "By noon", delay: 5 } });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "x".repeat(600) });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "One\n\n\nTwo\n\n\nThree", autoThreadText: true });
  const gone = await aPost(place, { publishMode: "IMMEDIATE", caption: "Published, then deleted" });
  const playlists = [{ channelId: youtube, playlistIds: ["PL1"] }];
  const queued = await aPost(place, { publishMode: "QUEUE", caption: "Spelt", platforms: { youtube: { tags: ["bread"], playlists } } });
  for (const caption of ["Emmer", "Einkorn"]) await aPost(place, { publishMode: "QUEUE", caption, title: `=${caption}` });
  await aPost(place, {
    publishMode: "SCHEDULE",
    scheduledAt: "2026-12-25 10:00:00",
    media: [{ id: picture }, { id: photo }],
    alt: "Bread",
  });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2027-03-28 02:30:00", caption: "In the gap", link: "https://shop.example/" });
  await aPost(place, { publishMode: "DRAFT", poll: { question: "Which?", options: ["Rye", "Oats"], period: "1d" }, caption: undefined });
  await aPost(place, { publishMode: "DRAFT", caption: "A story", postAsStory: true, media: [{ id: photo }] });
  const own = { Mastodon: { text: "Own words", type: "TEXT", regularType: null } };
  await db.query("update posts set captions = $2 where id = $1", [queued, JSON.stringify(own)]);
  await db.query("insert into post_preferences (post_id, channel_id, preferences) values ($1, $2, $3)", [
    queued,
    youtube,
    '{"privacy":"private"}',
  ]);
  await db.query("update posts set left_out = array[$2::bigint] where id = $1", [queued, mastodon]);
  const pictures = { own: { Mastodon: { [picture]: photo } }, covers: { [picture]: { id: photo, seconds: 1.5 } } };
  await db.query("update posts set pictures = $2 where media_ids = array[$1]", [picture, JSON.stringify(pictures)]);
  await db.query("update media set description = 'A loaf' where id = $1", [photo]);
  await home.settle();
  home.pass(10);
  await home.settle();
  await must(place.api("DELETE", `/posts/${gone}`));
  await must(place.api("DELETE", `/posts/${await aPost(place, { publishMode: "DRAFT", caption: "Never published" })}`));
  const empty = await must(
    place.api("POST", "/collections", { title: "Second", channels: [mastodon], queues: ["Sun 02:30"], maxRepublish: -1 }),
  );
  await must(home.admin("PATCH", `/collections/${empty.id}`, { status: "PAUSED" }));
  const doomed = await must(place.api("POST", "/collections", { title: "Doomed", channels: [mastodon] }));
  await must(place.api("POST", `/collections/${doomed.id}/posts`, { publishMode: "IMMEDIATE", caption: "Of a collection that is gone" }));
  await home.settle();
  await must(home.admin("DELETE", `/../collections/${doomed.id}`));
  await anAutomation(place);
  return place;
}

async function anAutomation(place: Place): Promise<void> {
  const { rows } = await home.app.db.query(
    `insert into automations (brand_id, collection_id, name, type, feed_url, fetch_url, import_as_type, title, caption, load_old_posts,
       add_posts_as_draft, auto_thread, refresh_hours, run_count, last_run_at, next_run_at, created_at, updated_at, etag)
     values ($1, $2, 'Blog', 'RSS', 'https://shop.example/', 'https://shop.example/feed', 'LINK', '{{title}}', '', true, false, true, 24, 3,
       '2026-11-20T00:00:00Z', '2027-01-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z', 'W/"1"') returning id`,
    [place.brandId, place.collectionId],
  );
  const { id } = rows[0];
  for (const key of ["guid:b", "guid:A", "guid:ä"])
    await home.app.db.query(
      "insert into feed_items (automation_id, key, link_key, first_seen_at, last_seen_at) values ($1, $2, 'https://shop.example/1', $3, $3)",
      [id, key, "2026-11-20T00:00:00Z"],
    );
  await home.app.db.query("insert into automation_runs (automation_id, ended_at, posts, problem) values ($1, $2, 2, null)", [
    id,
    "2026-11-20T00:00:00Z",
  ]);
}

async function aBrandInNewYork(): Promise<Place> {
  const place = await aPlace(home, {
    timezone: "America/New_York",
    channels: ["Mastodon"],
    queues: ["Sun 01:30", "Sun 01:30", "Fri 23:59"],
  });
  for (const caption of ["First", "Second", "Third"]) await aPost(place, { publishMode: "QUEUE", caption });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2027-03-14 02:30:00", caption: "Skipped by the clock" });
  return place;
}

/** Brings the brands at home into the state in which they arrive elsewhere: logged out, and with their queue paused. */
async function standStill(): Promise<void> {
  await home.app.db.query("update channels set status = 'INACTIVE', needs_log_in = true, inactive_reason = $1", [LOGGED_OUT]);
  await home.app.db.query(
    "update brands b set queue_status = 'PAUSED', arrived_through = (select max(id) from posts p where p.brand_id = b.id)",
  );
}

type Row = readonly [string, Operation | PrivateOperation];

/** Every operation that reads something of a brand. */
const READS: readonly Row[] = [...Object.entries(operations), ...Object.entries(privateOperations)].filter(
  ([name, { method, path }]: Row) => method === "GET" && path.includes("{") && !(name in LEFT_OUT),
);

interface Asked {
  readonly operation: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function requests(stage: Stage, { brandId, key }: { readonly brandId: number; readonly key: string }): Promise<Asked[]> {
  const idsOf = async (table: string) =>
    (await query<{ id: number }>(stage.app.db, { text: `select id from ${table} where brand_id = $1 order by id`, values: [brandId] })).map(
      ({ id }) => id,
    );
  const ids: Readonly<Record<string, readonly number[]>> = {
    brand_id: [brandId],
    collection_id: await idsOf("collections"),
    channel_id: await idsOf("channels"),
    post_id: await idsOf("posts"),
    automation_id: await idsOf("automations"),
  };
  return READS.flatMap(([operation, row]) => {
    const isPrivate = "allows" in row;
    const params = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const last = params.at(-1) ?? "";
    return (ids[last] ?? []).map((id) => {
      const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => String(name === last ? id : brandId));
      const headers = { authorization: `Bearer ${isPrivate ? ADMIN_TOKEN : key}` };
      return { operation, url: `${stage.url}${isPrivate ? "/app/api" : "/v1"}${path}${queryOf(operation, row)}`, headers };
    });
  });
}

/** The parameters that the operation cannot do without; as many entries as there can be. */
function queryOf(operation: string, { query: schema }: Operation | PrivateOperation): string {
  const given: Readonly<Record<string, string>> =
    operation === "showCalendar"
      ? { from: "2026-11-01T00:00:00Z", to: "2026-12-30T00:00:00Z" }
      : { from: "2026-11-01", to: "2026-11-30", per_page: "100" };
  const fields = Object.entries(schema?.shape ?? {});
  const needed = fields.filter(
    ([name, type]) => name === "perPage" || !(type as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success,
  );
  const parameters = needed.map(([name]) => (name === "perPage" ? (["per_page", "100"] as const) : ([name, given[name] ?? ""] as const)));
  return parameters.length === 0 ? "" : `?${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`;
}

/** A name for everything of the brand that has an id: by its kind and its place among those of its kind. */
async function namesIn({ app }: Stage, brandId: number): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const add = async (kind: string, text: string) => {
    const rows = await query<{ id: string | number }>(app.db, { text, values: [brandId] });
    for (const [at, { id }] of rows.entries()) names.set(String(id), `<${kind} ${at}>`);
  };
  const inBrand = KINDS.filter((kind) => !["brands", "attempts", "settlements"].includes(kind));
  for (const kind of inBrand) await add(kind, `select id from ${kind} where brand_id = $1 order by id`);
  await add("brand", "select id from brands where id = $1");
  await add("deleted post", "select post_id id from deleted_posts where brand_id = $1 order by post_id");
  await add("medium", "select id from media where brand_id = $1 order by number");
  // Results name it, though it has been deleted.
  await add(
    "gone",
    "select distinct collection_id id from deliveries d where brand_id = $1 and not exists (select from collections c where c.id = d.collection_id)",
  );
  return names;
}

/** Everything that the installation says of the brand, by the path, with names in place of ids and addresses. */
async function answersOf(
  stage: Stage,
  brand: { readonly brandId: number; readonly key: string },
): Promise<Readonly<Record<string, unknown>>> {
  const names = await namesIn(stage, brand.brandId);
  const named = (text: string) =>
    text
      .replaceAll(home.url, "http://service.example")
      .replaceAll(away.url, "http://service.example")
      .replace(/\/media\/[\w-]+\.[\w-]+\//g, "/media/link/")
      // What the bin keeps stays behind.
      .replace(/"isRestorable":true/g, '"isRestorable":false')
      .replace(/("postId":null,"sourceId":)\d+/g, "$1null")
      .replace(/(?<=[:[,])\d{7,8}(?=[,}\]])/g, (id) => JSON.stringify(names.get(id) ?? id))
      .replace(/\b(\d{7,8}|m_\w+)\b/g, (id) => names.get(id) ?? id);
  const found: Record<string, unknown> = {};
  for (const { operation, url, headers } of await requests(stage, brand)) {
    const reply = await fetch(url, { headers });
    found[`${operation} ${named(url)}`] = { status: reply.status, body: JSON.parse(named(await reply.text())) };
  }
  return found;
}

/** What the answers are about, among others. */
const WORDS = [
  [
    "Own words",
    "Of a collection that is gone",
    "Published, then deleted",
    "Never published",
    "Einkorn",
    "=wheat.jpg",
    "A loaf",
    "PL1",
    "private",
    "Doomed",
  ],
  ["Skipped by the clock", "America/New_York"],
];

test("everything that is asked of a brand is asked here, about things of all kinds", async () => {
  const asked = new Set((await requests(home, { brandId: places[0]?.brandId ?? 0, key: "" })).map(({ operation }) => operation));
  assert.deepEqual(
    READS.map(([name]) => name).filter((name) => !asked.has(name)),
    [],
  );
  const known = new Set([...Object.keys(operations), ...Object.keys(privateOperations)]);
  assert.deepEqual(
    Object.keys(LEFT_OUT).filter((name) => !known.has(name)),
    [],
  );
});

for (const [at, what] of ["a brand with posts, files and results of all kinds", "a brand in another time zone"].entries()) {
  test(`${what} answers on another installation as it did on its own, but for ids, addresses of files and its log-ins`, async () => {
    const { brandId, person } = places[at] as Place;
    const before = await answersOf(home, { brandId, key: person.key });
    const after = await answersOf(away, arrived[at] as (typeof arrived)[number]);
    assert.deepEqual(after, before);
    const refused = Object.entries(before).filter(([, answer]) => (answer as { readonly status: number }).status !== 200);
    assert.deepEqual([...new Set(refused.map(([asked]) => asked.split(" ")[0]))], ["listPlaylists"]);
    for (const word of WORDS[at] ?? []) assert.ok(JSON.stringify(after).includes(word), word);
  });
}

test("what automations have seen comes along, so that nothing is imported twice", async () => {
  const seen = async ({ app }: Stage, brandId: number) =>
    query(app.db, {
      text: `select key, link_key, content_key, first_seen_at, last_seen_at from feed_items
             where automation_id in (select id from automations where brand_id = $1) order by key collate "C"`,
      values: [brandId],
    });
  const before = await seen(home, places[0]?.brandId ?? 0);
  assert.equal(before.length, 3);
  assert.deepEqual(await seen(away, arrived[0]?.brandId ?? 0), before);
});

test("files arrive byte for byte, and count towards what the account may keep", async () => {
  const filesOf = async ({ app }: Stage, brandId: number) =>
    query<{ key: string; sha256: string; size: number }>(app.db, {
      text: "select storage_key key, sha256, size_bytes size from media where brand_id = $1 order by number",
      values: [brandId],
    });
  const { brandId = 0 } = arrived[0] ?? {};
  const files = await filesOf(away, brandId);
  const before = await filesOf(home, places[0]?.brandId ?? 0);
  assert.equal(files.length, 3);
  assert.deepEqual(
    files.map(({ sha256 }) => sha256),
    before.map(({ sha256 }) => sha256),
  );
  for (const { key, size } of files) assert.equal(await away.app.storage.sizeOf(key), size);
  const kept = await query<{ bytes: number }>(away.app.db, {
    text: "select bytes from media_bytes where account_id = (select account_id from brands where id = $1)",
    values: [brandId],
  });
  assert.deepEqual(kept, [{ bytes: files.reduce((sum, { size }) => sum + size, 0) }]);
});

test("there are no secrets in an archive", async () => {
  const { brandId = 0 } = places[0] ?? {};
  const archive = await archiveOf(home, brandId);
  const rows = await query<{ credentials: string; key: string }>(home.app.db, {
    text: "select credentials, (select string_agg(key::text, ' ') from deliveries where brand_id = $1) key from channels where brand_id = $1 and credentials is not null",
    values: [brandId],
  });
  assert.ok(rows.length > 0);
  const text = [...(await entriesOf(archive))].map(([, bytes]) => bytes.toString("latin1")).join("\n");
  for (const { credentials, key } of rows) for (const secret of [credentials, ...key.split(" ")]) assert.ok(!text.includes(secret));
});
