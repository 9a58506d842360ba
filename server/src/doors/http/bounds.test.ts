import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { type ClientRequest, request as httpRequest } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ARCHIVE_MIME } from "@rostrum/contract/archive.ts";
import { BOUNDS, type Bound, type BoundName } from "@rostrum/contract/bounds.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import { sendFile } from "../../intake/imports/testing/place.ts";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { eventually } from "../../testing/eventually.ts";
import { aSite, loaf, rss, type Site } from "../../testing/feeds.ts";
import { signIn } from "../../testing/program.ts";
import { openStage, type Reply, type Stage } from "../../testing/stage.ts";
import { anAutomation, anImport } from "../../testing/things.ts";
import { aVisitor } from "../../testing/visitor.ts";

/** Somebody with a brand of their own, in the dashboard. */
interface Somebody {
  readonly place: Place;
  readonly dashboard: Dashboard;
  readonly userId: number;
}

const FEW = { posts: 3, media: 1 } as const;
const settings = {
  ROSTRUM_RATE_LIMIT_RESOURCE: "1000000",
  ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
  ROSTRUM_POSTS_PER_BRAND: String(FEW.posts),
  ROSTRUM_MEDIA_MIB_PER_ACCOUNT: String(FEW.media),
};

let stage: Stage;
let site: Site;
before(async () => {
  stage = await openStage(settings);
  site = await aSite();
});
after(async () => {
  await stage[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

async function somebody(): Promise<Somebody> {
  const place = await aPlace(stage);
  const { email } = place.person;
  await must(stage.admin("POST", "/users/password", { user: email, password: "correct horse" }));
  const { rows } = await stage.app.db.query<{ id: number }>("select id from users where email = $1", [email]);
  // They all sign in from one address.
  await stage.app.db.query("delete from throttles where key like 'sign-in address %'");
  return { place, dashboard: await aDashboard(stage, email), userId: rows[0]?.id ?? assert.fail() };
}

/** Each row that a door counts by itself: as often as it may be, and once more. */
for (const [name, bound] of Object.entries<Bound>(BOUNDS)) {
  const { of, within, most } = bound;
  if (of === undefined || within === "kept") continue;
  if (within === "at once") {
    test(`${name}: of ${most} at once one more is refused with 429, and nobody else is held`, async () => {
      const [one, other] = [await somebody(), await somebody()];
      const path = whileItArrives(one, of);
      const open = new Set<ClientRequest>();
      for (let n = 0; n < most; n += 1) keepBegun(one, path, open);
      try {
        const more = () => one.dashboard.call(path.method, path.path, {});
        const refused = await eventually("all are under way", async () => {
          const reply = await more();
          return reply.status === 429 ? reply : null;
        });
        isLimit(refused, /^\d+ of these are under way for you already\. Wait until one of them is done\.$/);
        assert.notEqual((await other.dashboard.call(path.method, path.path, {})).status, 429);
        letGo(open);
        await eventually("there is room again", async () => (await more()).status !== 429);
      } finally {
        letGo(open);
      }
    });
    continue;
  }
  test(`${name}: ${most} in a ${within}, and one more is refused with 429 and leaves nothing; nobody else is held`, async () => {
    const [one, other] = [await somebody(), await somebody()];
    const calls = of === "changes" ? ["updateProfile"] : of;
    // Hundreds are counted like the last.
    const done = most > 60 ? most - 1 : 0;
    if (done > 0) {
      const text = "insert into throttles (key, count, ends_at) values ($1, $2, $3::timestamptz + interval '1 hour')";
      await stage.app.db.query(text, [`${name} of ${one.userId}`, done, stage.now()]);
    }
    for (let call = done; call < most; call += 1) assert.notEqual((await calling(one, calls[call % calls.length] ?? "")).status, 429);
    const kept = await auditEntries();
    for (const call of calls) {
      const refused = await calling(one, call);
      isLimit(refused, /^This can be done \d+ times an? (hour|day)\. Wait \d+ (minutes|hours), then go on\.$/);
      assert.notEqual((await calling(other, call)).status, 429, call);
    }
    // Nor did the calls of somebody else, on things of nobody.
    assert.equal(await auditEntries(), kept);
  });
}

test("every operation that the table names is there", () => {
  const named = Object.values<Bound>(BOUNDS).flatMap(({ of }) => (Array.isArray(of) ? (of as string[]) : []));
  assert.deepEqual(
    named.filter((name) => !(name in privateOperations) && !(name in operations)),
    [],
  );
});

type Kept = { [N in BoundName]: (typeof BOUNDS)[N] extends { readonly of: unknown } ? never : N }[BoundName];

interface Made {
  /** Makes one: each time another. */
  make(who: Somebody): Promise<Reply>;
  /** Leaves room for one more. */
  fill(who: Somebody): Promise<unknown>;
  readonly says: RegExp;
  readonly status?: number;
}

const filled = (text: string) => async (most: number, values: readonly unknown[]) =>
  stage.app.db.query(text, [most - 1, stage.now(), ...values]);

/** How one more is made of what there may be only so many of; or the test that makes it. */
const MADE: Readonly<Record<Kept, Made | string>> = {
  keys: {
    fill: ({ userId }) =>
      // The person of a test has one already.
      filled(`insert into api_keys (user_id, name, hash, hint, created_at)
              select $3::bigint, 'k', decode(md5($3::text || ' ' || n) || md5(n::text), 'hex'), 'k', $2 from generate_series(2, $1::int) n`)(
        BOUNDS.keys.most,
        [userId],
      ),
    make: ({ dashboard }) => dashboard.call("POST", "/keys", { name: "mine" }),
    says: /^You have 100 keys that work\. Revoke one first\.$/,
  },
  brands: {
    fill: ({ place }) =>
      filled(`insert into brands (account_id, title, created_at, updated_at)
              select account_id, 'B', $2, $2 from brands, generate_series(2, $1::int) where id = $3`)(BOUNDS.brands.most, [place.brandId]),
    make: ({ dashboard }) => dashboard.call("POST", "/brands", { title: "Another" }),
    says: /^An account may have 250 brands\. Delete one first\.$/,
  },
  invitations: {
    fill: ({ place, userId }) =>
      filled(`insert into invitations (brand_id, role, hash, invited_by, created_at, expires_at)
              select $3::bigint, 'editor', decode(md5($3::text || ' ' || n), 'hex'), $4, $2, $2::timestamptz + interval '1 day'
              from generate_series(1, $1::int) n`)(BOUNDS.invitations.most, [place.brandId, userId]),
    make: ({ dashboard, place }) => dashboard.call("POST", `/brands/${place.brandId}/invitations`, { role: "editor" }),
    says: /^A brand may have 100 open invitations\. Revoke one first\.$/,
  },
  members: {
    fill: ({ place }) =>
      filled(`with people as (
                insert into users (public_id, name, email, verified, created_at)
                select 'p' || $3::text || '-' || n, 'P', 'p' || n || '@' || $3::text || '.example', true, $2 from generate_series(2, $1::int) n returning id
              ) insert into brand_members (brand_id, user_id, role, created_at) select $3::bigint, id, 'viewer', $2 from people`)(
        BOUNDS.members.most,
        [place.brandId],
      ),
    async make({ dashboard, place }) {
      const { url } = await must(dashboard.call("POST", `/brands/${place.brandId}/invitations`, { role: "editor" }));
      return (await somebody()).dashboard.call("POST", "/invitations/accept", { secret: String(url).split("/").at(-1) });
    },
    says: /^A brand may have 1000 members\. Ask an admin of the brand to remove one first\.$/,
  },
  channels: {
    fill: ({ place }) =>
      filled(`insert into channels (brand_id, type, name, status, remote_id, sandbox, created_at, updated_at)
              select $3, 'Bluesky', 'c', 'INACTIVE', 'r' || n, true, $2, $2 from generate_series(2, $1::int) n`)(BOUNDS.channels.most, [
        place.brandId,
      ]),
    make: ({ place }) =>
      stage.admin("POST", `/brands/${place.brandId}/channels`, { type: "Mastodon", name: randomBytes(6).toString("hex"), sandbox: true }),
    says: /^A brand may have 1000 channels, with those that were removed\. Make another brand for more\.$/,
  },
  collections: {
    fill: ({ place }) =>
      filled(`insert into collections (brand_id, title, created_at, updated_at) select $3, 'C', $2, $2 from generate_series(2, $1::int)`)(
        BOUNDS.collections.most,
        [place.brandId],
      ),
    make: ({ dashboard, place }) =>
      dashboard.call("POST", `/v1/brands/${place.brandId}/collections`, { title: "C", channels: place.channelIds }),
    says: /^The plan allows 10000 collections\.$/,
  },
  automations: {
    fill: async ({ place }) => {
      const id = await anAutomation(stage, place);
      const text = `insert into automations (brand_id, collection_id, name, type, feed_url, fetch_url, import_as_type, title, caption,
          load_old_posts, add_posts_as_draft, refresh_hours, next_run_at, created_at, updated_at)
        select brand_id, collection_id, name, type, feed_url, fetch_url, import_as_type, title, caption, load_old_posts, add_posts_as_draft,
          refresh_hours, next_run_at, $2, $2 from automations, generate_series(2, $1::int) where id = $3`;
      await filled(text)(BOUNDS.automations.most, [id]);
    },
    make: ({ dashboard, place }) => {
      const feedUrl = site.on("/feed", { headers: { "content-type": "application/rss+xml" }, body: rss([loaf(1)]) });
      const body = { collectionId: place.collectionId, name: "Blog", type: "RSS", importAsType: "LINK", feedUrl };
      return dashboard.call("POST", `/v1/brands/${place.brandId}/automations`, body);
    },
    says: /^The plan allows 10000 automations\.$/,
  },
  posts: {
    fill: async ({ dashboard, place }) => {
      for (let n = 1; n < FEW.posts; n += 1) await must(draft(dashboard, place));
    },
    make: ({ dashboard, place }) => draft(dashboard, place),
    says: /^A brand may have 3 posts\.$/,
  },
  media: {
    fill: ({ place }) => upload(place, 1024 * (1024 - 60)),
    make: ({ place }) => upload(place, 1024 * 40),
    says: /^An account may keep 1 MiB of media\.$/,
  },
  files: {
    fill: ({ place }) =>
      filled(`insert into media (id, brand_id, name, mime, size_bytes, sha256, storage_key, created_at, updated_at)
              select 'f' || $3::text || '-' || n, $3::bigint, 'f', 'application/pdf', 1, '', 'f' || $3::text || '-' || n, $2, $2
              from generate_series(1, $1::int) n`)(BOUNDS.files.most, [place.brandId]),
    make: ({ place }) => upload(place, 100),
    says: /^A brand may have 100000 files\. Delete some first\.$/,
  },
  webhooks: {
    fill: async ({ dashboard, place }) => {
      for (let n = 1; n < BOUNDS.webhooks.most; n += 1) await must(webhook(dashboard, place));
    },
    make: ({ dashboard, place }) => webhook(dashboard, place),
    says: /^A brand may have 20 webhooks\. Delete one first\.$/,
  },
  endedKeys: "server/src/doors/http/bounds.test.ts",
  importsKept: "server/src/doors/http/bounds.test.ts",
  archivesAtOnce: {
    fill: async () => {},
    make: ({ dashboard, place }) => dashboard.call("POST", `/brands/${place.brandId}/archives`, {}),
    says: /^An archive of this brand is being made already\.$/,
  },
  arrivalsAtOnce: "server/src/doors/http/bounds.test.ts",
  sessions: "server/src/doors/http/bounds.test.ts",
  streams: "server/src/doors/http/events.test.ts",
  programs: "server/src/doors/oauth/authorize.test.ts",
  programDocuments: "server/src/doors/oauth/documents.test.ts",
  registrations: "server/src/doors/oauth/register.test.ts",
  registrationsInADay: "server/src/doors/oauth/register.test.ts",
  unusedPrograms: "server/src/doors/oauth/register.test.ts",
  mailsAsked: "server/src/doors/sign-up/sign-up.test.ts",
  mailsToOne: "server/src/doors/sign-up/sign-up.test.ts",
};

for (const [name, made] of Object.entries(MADE) as [Kept, Made | string][]) {
  const bound: Bound = BOUNDS[name];
  if (typeof made === "string") {
    test(`${name}: the test that makes one more names the bound`, () => {
      assert.match(readFileSync(join(ROOT, made), "utf8"), new RegExp(`BOUNDS\\.${name}\\b`));
    });
    continue;
  }
  test(`${name}: up to the bound, and one more is refused with ${bound.beyond} and its reason; nobody else is held`, async () => {
    const [one, other] = [await somebody(), await somebody()];
    await made.fill(one);
    await must(made.make(one));
    const kept = name === "members" ? null : await auditEntries();
    const refused = await made.make(one);
    assert.equal(String(refused.status), bound.beyond, JSON.stringify(refused.body));
    assert.match(refused.body.message, made.says);
    if (kept !== null) assert.equal(await auditEntries(), kept);
    await must(made.make(other));
  });
}

test("while an archive arrives for an account, another one is refused", async () => {
  const [one, other] = [await somebody(), await somebody()];
  const open = Array.from({ length: BOUNDS.arrivalsAtOnce.most }, () =>
    begun(one, { method: "POST", path: "/brand-arrivals", type: ARCHIVE_MIME }),
  );
  const more = async (who: Somebody) => {
    const headers = { cookie: who.dashboard.cookie, "x-rostrum-token": who.dashboard.token(), "content-type": ARCHIVE_MIME };
    const reply = await fetch(`${stage.url}/app/api/brand-arrivals`, { method: "POST", headers, body: "PK" });
    return { status: reply.status, body: await reply.json() };
  };
  const arriving = async () => (await readdir(stage.app.storage.incoming)).length;
  await eventually("it is arriving", async () => (await arriving()) > 0);
  const refused = await more(one);
  const message = "Another archive is being brought into this account. Wait until that is done.";
  assert.deepEqual([refused.status, refused.body.message], [409, message]);
  assert.equal((await more(other)).status, 422);
  for (const request of open) request.destroy();
  await eventually("nothing is left of it", async () => (await arriving()) === 0);
  assert.equal((await more(one)).status, 422);
});

test("of keys that work no more a hundred are kept, the last ones", async () => {
  const { dashboard, userId } = await somebody();
  const text = `insert into api_keys (user_id, name, hash, hint, created_at, revoked_at)
    select $2::bigint, 'ended ' || n, decode(md5('ended ' || $2::text || ' ' || n), 'hex'), 'k', $3, $3::timestamptz - interval '1 minute' * n
    from generate_series(1, $1::int + 5) n`;
  await stage.app.db.query(text, [BOUNDS.endedKeys.most, userId, stage.now()]);
  await must(dashboard.call("POST", "/keys", { name: "mine" }));
  const kept = (await must(dashboard.call("GET", "/keys"))) as { readonly name: string; readonly revokedAt: string | null }[];
  const ended = kept.filter(({ revokedAt }) => revokedAt !== null).map(({ name }) => name);
  assert.deepEqual(new Set(ended), new Set(Array.from({ length: BOUNDS.endedKeys.most }, (_, n) => `ended ${n + 1}`)));
  assert.ok(kept.some(({ name }) => name === "mine"));
});

test("of imports that have come to their end fifty are kept, the last ones, and one that is running stays", async () => {
  const { place } = await somebody();
  const running = await anImport(stage, place);
  await stage.app.db.query("update imports set state = 'RUNNING' where id = $1", [running]);
  for (let n = 0; n <= BOUNDS.importsKept.most; n += 1) await anImport(stage, place);
  await must(
    sendFile(stage, `/brands/${place.brandId}/imports?mode=DRAFTS`, {
      text: "Text,Image URL,Tags,Posting Time\nFresh bread,,,2027-03-04 09:00\n",
    }),
  );
  const { rows } = await stage.app.db.query<{ id: number }>("select id from imports where brand_id = $1 order by id", [place.brandId]);
  assert.equal(rows.length, BOUNDS.importsKept.most + 1);
  assert.equal(rows[0]?.id, running);
});

test("a person has a hundred sessions: whoever signs in once more ends the oldest", async () => {
  const { userId, place } = await somebody();
  const text = `insert into sessions (hash, user_id, created_at, last_used_at, expires_at)
    select decode(md5($3::text || ' ' || n), 'hex'), $3::bigint, $2::timestamptz - interval '1 hour', $2::timestamptz - interval '1 hour' * n / 100,
      $2::timestamptz + interval '1 day' from generate_series(2, $1::int + 1) n`;
  await stage.app.db.query(text, [BOUNDS.sessions.most, stage.now(), userId]);
  await signIn(aVisitor(stage.url), place.person.email);
  const { rows } = await stage.app.db.query<{ count: string }>("select count(*) count from sessions where user_id = $1", [userId]);
  assert.equal(Number(rows[0]?.count), BOUNDS.sessions.most);
});

const ROOT = join(import.meta.dirname, "../../../..");

test("the page about security shows the table", () => {
  const page = readFileSync(join(ROOT, "docs/security.md"), "utf8");
  assert.ok(page.includes(`${tableOf(BOUNDS)}\n`), `the page must have these lines:\n${tableOf(BOUNDS)}`);
});

function tableOf(bounds: Readonly<Record<string, Bound>>): string {
  const rows = Object.values(bounds).map(({ what, per, most, within, beyond, setting }) => {
    const time = { kept: "", "at once": " at once", hour: " in an hour", day: " in a day" }[within];
    const set = setting === undefined ? "" : ` (\`${setting}\`)`;
    return `| ${what} | ${most.toLocaleString("en")}${time} for one ${per}${set} | ${beyond} |`;
  });
  return ["| what | at most | one more |", "|---|---|---|", ...rows].join("\n");
}

function isLimit(reply: Reply, sentence: RegExp): void {
  const { message } = reply.body;
  assert.deepEqual([reply.status, reply.body], [429, { message, errors: { rate_limit: message } }]);
  assert.match(message, sentence);
  assert.ok(Number(reply.headers.get("retry-after")) > 0);
}

async function auditEntries(): Promise<number> {
  const { rows } = await stage.app.db.query<{ count: string }>("select count(*) count from audit_entries");
  return Number(rows[0]?.count);
}

const draft = (dashboard: Dashboard, { brandId, collectionId }: Place) =>
  dashboard.call("POST", `/v1/brands/${brandId}/collections/${collectionId}/posts`, { caption: "Bread", publishMode: "DRAFT" });

async function upload({ person, brandId }: Place, bytes: number): Promise<Reply> {
  const form = new FormData();
  form.append("media", new Blob(["%PDF-1.4\n", randomBytes(bytes)], { type: "application/pdf" }), "a.pdf");
  const reply = await fetch(`${stage.url}/v1/brands/${brandId}/media`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.key}` },
    body: form,
  });
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

const webhook = (dashboard: Dashboard, { brandId }: Place) =>
  dashboard.call("POST", `/brands/${brandId}/webhooks`, { url: "https://receiver.example/rostrum" });

/** An operation on things of nobody: it is counted before anybody looks for them. */
function calling({ dashboard }: Somebody, name: string): Promise<Reply> {
  const isPrivate = name in privateOperations;
  const row: { readonly method: string; readonly path: string; readonly query?: unknown } = isPrivate
    ? privateOperations[name as keyof typeof privateOperations]
    : operations[name as keyof typeof operations];
  const path = `${isPrivate ? "" : "/v1"}${row.path.replaceAll(/\{\w+\}/g, "999999")}`;
  return dashboard.call(row.method, path, row.method === "GET" ? undefined : {});
}

interface Way {
  readonly method: string;
  readonly path: string;
  /** Of the body; JSON by default. */
  readonly type?: string;
}

/** What is under way for as long as its body has not come. */
function whileItArrives({ place }: Somebody, of: Bound["of"]): Way {
  if (of === "everything") return { method: "PATCH", path: "/profile" };
  const ways: Readonly<Record<string, Way>> = {
    cropMedia: { method: "POST", path: `/brands/${place.brandId}/media/crops` },
    previewPost: { method: "POST", path: `/admin/collections/${place.collectionId}/posts/preview` },
  };
  const [way] = Object.entries(ways).flatMap(([name, found]) => (of?.includes(name) ? [found] : []));
  return way ?? assert.fail("none of these has a body");
}

function letGo(open: Set<ClientRequest>): void {
  const all = [...open];
  open.clear();
  for (const request of all) request.destroy();
}

/** The same until it has a place: the requests that try whether all are taken take one themselves. */
function keepBegun(who: Somebody, way: Way, open: Set<ClientRequest>): void {
  const request = begun(who, way);
  open.add(request);
  request.once("response", (response) => {
    response.resume();
    if (open.delete(request) && response.statusCode === 429) keepBegun(who, way, open);
  });
}

/** A request whose body never comes. */
function begun({ dashboard }: Somebody, { method, path, type = "application/json" }: Way): ClientRequest {
  const headers = { cookie: dashboard.cookie, "x-rostrum-token": dashboard.token(), "content-type": type, "content-length": 2 };
  const request = httpRequest(`${stage.url}/app/api${path}`, { method, headers, agent: false });
  request.on("error", () => {});
  request.flushHeaders();
  return request;
}
