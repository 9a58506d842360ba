import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { after, test } from "node:test";
import { POST_AT } from "../../brands/posts/store.ts";
import { AdvisoryLocks, LOCK_SPACES } from "../../ground/database/locks.ts";
import { query } from "../../ground/database/query.ts";
import { testDatabaseUrl } from "../../ground/database/testing.ts";
import { connectors } from "../../networks/connectors/index.ts";
import { sandboxNetworks } from "../../networks/sandbox/networks.ts";
import { hashKey } from "../../people/api-keys/key.ts";
import { findViewerByKey } from "../../people/api-keys/store.ts";
import { isPassword } from "../../people/users/password.ts";
import { databaseAccessOf } from "../../publishing/engine/database-access.ts";
import { must } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { operatorService } from "../../testing/operator.ts";
import { PASSWORD, signIn } from "../../testing/program.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVisitor } from "../../testing/visitor.ts";
import { type Demo, makeDemo } from "./make.ts";

// Keeps the database server running between tests.
const held = await testDatabaseUrl();
after(() => held[Symbol.asyncDispose]());

/** Only a network whose platform has a connector can have channels. */
const networks = sandboxNetworks.filter(({ type }) => Object.hasOwn(connectors, type));

const TABLES = ["users", "accounts", "api_keys", "brands", "brand_members", "channels", "collections", "slots", "media", "posts"];

async function counts(service: Awaited<ReturnType<typeof operatorService>>): Promise<Record<string, number>> {
  const text = TABLES.map((table) => `select '${table}' as name, count(*) as count from ${table}`).join(" union all ");
  const rows = await query<{ name: string; count: number }>(service.app.db, { text });
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const WHOLE = {
  users: 1,
  accounts: 1,
  api_keys: 1,
  brands: 1,
  brand_members: 1,
  // And the record of the account that Pinterest's boards belong to.
  channels: networks.length + 1,
  collections: 3,
  slots: 18,
  media: 12,
  posts: 8,
};

test("The demo of an empty service has a channel on every sandbox network, and its sign-in and key work", async () => {
  await using service = await operatorService();
  const { app } = service;
  const demo = (await makeDemo(app)) as Demo;
  assert.deepEqual(await counts(service), WHOLE);
  const found = await findViewerByKey(app.db, { hash: hashKey(demo.apiKey), brandId: demo.brandId }, app.clock.now());
  assert.equal(found?.viewer.verified, true);
  assert.equal(found?.access?.role, "owner");
  const [row] = await query<{ email: string; hash: string; posts: number; timezone: string }>(app.db, {
    text: "select u.email, u.password_hash as hash, (select sum(posts) from post_counts where brand_id = b.id) as posts, b.timezone from users u cross join brands b",
  });
  assert.equal(row?.email, demo.email);
  assert.equal(await isPassword(demo.password, row?.hash ?? ""), true);
  assert.equal(row?.posts, 8);
  const channels = await query<{ status: string; type: string }>(app.db, {
    text: "select status, type from channels where status <> 'ACCOUNT' order by id",
  });
  assert.deepEqual(
    channels,
    networks.map(({ type }) => ({ status: "ACTIVE", type })),
  );
});

test("The demo's posts are queued for slots, drafts, and one scheduled for tomorrow", async () => {
  await using service = await operatorService();
  const { app } = service;
  await makeDemo(app);
  const posts = await query<{ type: string; atSlot: boolean; ahead: boolean }>(app.db, {
    text: `with dated as (select id, posting_type, ${POST_AT} at from posts p)
           select posting_type as type, at is not null and exists (select from slots s where s.next_at = at or s.next_at = at - interval '7 days') as "atSlot",
             coalesce(at > $1, false) as ahead from dated order by id`,
    values: [app.clock.now()],
  });
  const queued = { type: "QUEUE", atSlot: true, ahead: true };
  const draft = { type: "DRAFT", atSlot: false, ahead: false };
  const scheduled = { type: "SCHEDULE", atSlot: false, ahead: true };
  assert.deepEqual(posts, [queued, queued, queued, draft, queued, draft, queued, scheduled]);
});

test("Each queued post has a picture that says what it shows", async () => {
  await using service = await operatorService();
  const { app } = service;
  await makeDemo(app);
  const posts = await query<{ name: string; alt: string; key: string; size: number }>(app.db, {
    text: `select m.name, p.media_alts[1] alt, m.storage_key "key", m.size_bytes size from posts p join media m on m.id = p.media_ids[1]
           where p.post_type = 'IMAGE' and p.posting_type = 'QUEUE' and cardinality(p.media_ids) = 1 order by p.id`,
  });
  assert.deepEqual(
    posts.map(({ name, alt }) => [name, alt]),
    [
      ["walnut-rye.jpg", "A steaming loaf of rye on a board, with walnuts in front of it"],
      ["sourdough.jpg", "A glass jar of bubbling sourdough, risen above a red band"],
      ["croutons.jpg", "Golden croutons with herbs in a black pan"],
      ["coffee.jpg", "A flat white with a heart in its foam, seen from above"],
      ["rolls.jpg", "Nine rolls on a baking tray"],
    ],
  );
  for (const { key, size } of posts) {
    const bytes = await buffer(await app.storage.stream(key));
    assert.equal(bytes.length, size);
    assert.deepEqual([...bytes.subarray(0, 3)], [0xff, 0xd8, 0xff]);
  }
});

test("The demo has published for two weeks: readers see it and react to it, and one failure is explained and seen to", async () => {
  await using stage = await openStage();
  const { app } = stage;
  const present = stage.now();
  const travel = (to: string | null) => stage.jump(to ?? present);
  await using locks = new AdvisoryLocks(stage.databaseUrl, LOCK_SPACES.channels);
  const ledgerDb = databaseAccessOf({ url: stage.databaseUrl, log: app.log }).ledger();
  const { brandId } = (await makeDemo(app, { travel, locks, ledgerDb })) as Demo;
  await ledgerDb.end();
  assert.equal(stage.now(), present);
  await stage.settle();
  const entries = await query<{ status: string; type: string; daysAgo: number; likes: number | null; needs: boolean }>(app.db, {
    text: `select d.status, c.type, extract(day from $2::timestamptz - d.published_at)::int "daysAgo", d.likes,
             d.status = 'FAILED' and d.left_at is null needs
           from deliveries d join channels c on c.id = d.channel_id where d.brand_id = $1 order by d.id`,
    values: [brandId, present],
  });
  const published = entries.filter(({ status }) => status === "PUBLISHED");
  assert.equal(published.length, entries.length - 1);
  assert.deepEqual(
    entries.filter(({ status }) => status !== "PUBLISHED").map(({ status, type }) => [status, type]),
    [["FAILED", "X"]],
  );
  assert.ok(entries.every(({ needs }) => !needs));
  assert.deepEqual([Math.max(...published.map(({ daysAgo }) => daysAgo)), Math.min(...published.map(({ daysAgo }) => daysAgo))], [13, 0]);
  assert.ok(published.filter(({ likes }) => (likes ?? 0) > 0).length > published.length / 2);
  const feed = await (await fetch(`${stage.url}/sandbox/mastodon/`)).text();
  assert.ok(feed.includes("Pretzel hour") && feed.includes("The first rolls are out"));
  const channels = await must(stage.admin("GET", `/brands/${brandId}/channels`));
  const pictures = new Set<string>(channels.map(({ avatarUrl }: { avatarUrl: string }) => avatarUrl));
  assert.equal(pictures.size, 1);
  const picture = await fetch(`${stage.url}${[...pictures][0]}`);
  assert.deepEqual([picture.status, picture.headers.get("content-type")], [200, "image/webp"]);
});

test("Of two concurrent starts only one creates the demo, and every start shows it until somebody has used its key", async () => {
  await using service = await operatorService();
  const [one, other] = await Promise.all([makeDemo(service.app), makeDemo(service.app)]);
  assert.deepEqual(one, other);
  assert.deepEqual(await counts(service), WHOLE);
  assert.deepEqual(await makeDemo(service.app), one);
  const used = await findViewerByKey(
    service.app.db,
    { hash: hashKey(one?.apiKey ?? ""), brandId: one?.brandId ?? 0 },
    service.app.clock.now(),
  );
  assert.ok(used !== null);
  await query(service.app.db, { text: "update api_keys set last_used_at = $1", values: [service.app.clock.now()] });
  assert.equal(await makeDemo(service.app), null);
});

test("What the demo is shown with is no longer shown when its person has signed in or has another password, nor when somebody else has an account", async () => {
  for (const use of [
    (stage: Stage, { email, password }: Demo) => signIn(aVisitor(stage.url), email, password),
    (stage: Stage, { email }: Demo) => must(stage.admin("POST", "/users/password", { user: email, password: PASSWORD })),
    (stage: Stage) => must(stage.admin("POST", "/users", { name: "Ada", email: "ada@example.org", verified: true })),
  ]) {
    await using stage = await openStage();
    const demo = (await makeDemo(stage.app)) as Demo;
    assert.deepEqual(await makeDemo(stage.app), demo);
    await use(stage, demo);
    assert.equal(await makeDemo(stage.app), null);
  }
});

test("A service with users gets no demo", async () => {
  await using stage = await openStage();
  await must(stage.admin("POST", "/users", { name: "Ada", email: "ada@example.org", verified: true }));
  assert.equal(await makeDemo(stage.app), null);
});

test("A demo that fails half-way leaves nothing behind, and the next start creates it completely", async () => {
  await using service = await operatorService();
  const { app } = service;
  await query(app.db, { text: "alter table posts add constraint broken check (posting_type <> 'SCHEDULE')" });
  await assert.rejects(makeDemo(app), /broken/);
  assert.deepEqual(await counts(service), Object.fromEntries(TABLES.map((table) => [table, 0])));
  await query(app.db, { text: "alter table posts drop constraint broken" });
  assert.notEqual(await makeDemo(app), null);
  assert.deepEqual(await counts(service), WHOLE);
});

test("Without sandbox networks the demo has no channels", async () => {
  await using service = await operatorService({ ROSTRUM_SANDBOX: "0" });
  assert.notEqual(await makeDemo(service.app), null);
  assert.deepEqual(await counts(service), { ...WHOLE, channels: 0 });
});

test("The demo is removed whole, with its accounts on the sandbox networks and what was published there; other brands stay", async () => {
  await using stage = await openStage();
  const { app } = stage;
  const demo = (await makeDemo(app)) as Demo;
  await must(stage.admin("POST", "/users/password", { user: demo.email, password: PASSWORD }));
  const dashboard = await aDashboard(stage, demo.email);
  const other = await must(dashboard.call("POST", "/brands", { title: "Book shop", timezone: "UTC" }));
  const mine = await must(stage.admin("POST", `/brands/${other.id}/channels`, { type: "Mastodon", name: "Book shop", sandbox: true }));
  const { id: collectionId } = await must(
    dashboard.call("POST", `/v1/brands/${other.id}/collections`, { title: "Books", channels: [mine.id] }),
  );
  const now = { publishMode: "IMMEDIATE", caption: "Hello corner_bakery" };
  await must(dashboard.call("POST", `/v1/brands/${other.id}/collections/${collectionId}/posts`, now));
  await must(dashboard.call("POST", `/v1/brands/${demo.brandId}/collections/${demo.collectionId}/posts`, { ...now, caption: "Rolls" }));
  await stage.settle();
  const session = await must(dashboard.call("GET", "/session"));
  assert.equal(session.user.isDemo, true);
  assert.deepEqual(
    session.brands.map(({ title, isDemo }: { title: string; isDemo: boolean }) => [title, isDemo]),
    [
      ["Book shop", false],
      ["Corner Bakery", true],
    ],
  );
  assert.equal((await dashboard.call("DELETE", `/brands/${other.id}/demo`)).status, 422);
  assert.deepEqual(await must(dashboard.call("DELETE", `/brands/${demo.brandId}/demo`)), {});
  assert.equal((await must(dashboard.call("GET", "/session"))).brands.length, 1);
  const left = await query<{ network: string; kind: string }>(app.db, {
    text: "select network, kind from sandbox_objects where document::text ~ 'Corner Bakery|Rolls' or kind not like '\\_%' order by 1, 2",
  });
  assert.deepEqual([...new Set(left.map(({ network }) => network))], ["mastodon"]);
  const page = await (await fetch(`${stage.url}/sandbox/mastodon`)).text();
  assert.ok(page.includes("Hello corner_bakery") && !page.includes("Rolls"), page);
  for (const { slug } of sandboxNetworks) assert.equal((await fetch(`${stage.url}/sandbox/${slug}`)).status, 200, slug);
});

test("Accounts of the demo that another brand publishes to stay", async () => {
  await using stage = await openStage();
  const demo = (await makeDemo(stage.app)) as Demo;
  await must(stage.admin("POST", "/users/password", { user: demo.email, password: PASSWORD }));
  const dashboard = await aDashboard(stage, demo.email);
  const { id } = await must(dashboard.call("POST", "/brands", { title: "Book shop", timezone: "UTC" }));
  for (const type of ["Mastodon", "TikTok"]) {
    const preferences = type === "TikTok" ? { privacy: "SELF_ONLY" } : {};
    const made = await stage.admin("POST", `/brands/${id}/channels`, { type, name: "Corner Bakery", sandbox: true, preferences });
    if (made.status !== 200) await must(stage.admin("POST", `/brands/${id}/channels`, { type, name: "Corner Bakery", sandbox: true }));
  }
  await must(dashboard.call("DELETE", `/brands/${demo.brandId}/demo`));
  const rows = await query<{ network: string }>(stage.app.db, {
    text: "select distinct network from sandbox_objects where kind = 'account' order by 1",
  });
  assert.deepEqual(rows, [{ network: "mastodon" }, { network: "tiktok" }]);
});

test("The demo's person sets an address of their own without mail, once", async () => {
  await using stage = await openStage();
  const demo = (await makeDemo(stage.app)) as Demo;
  await must(stage.admin("POST", "/users/password", { user: demo.email, password: PASSWORD }));
  const dashboard = await aDashboard(stage, demo.email);
  await must(stage.admin("POST", "/users", { name: "Ben", email: "ben@example.org" }));
  const change = (email: string) => dashboard.call("POST", "/profile/email", { email, password: PASSWORD });
  assert.equal((await change("BEN@example.org")).status, 409);
  assert.deepEqual(await must(change("ada@example.org")), { state: "changed" });
  const { user } = await must(dashboard.call("GET", "/session"));
  assert.deepEqual([user.email, user.isDemo], ["ada@example.org", false]);
  assert.equal((await change("other@example.org")).status, 422);
});
