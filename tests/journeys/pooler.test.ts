import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connect } from "../../server/src/ground/database/connect.ts";
import { one, query, transaction } from "../../server/src/ground/database/query.ts";
import { requireSessions } from "../../server/src/ground/database/sessions.ts";
import { temporaryFolder, testDatabaseUrl } from "../../server/src/ground/database/testing.ts";
import { examineLocally } from "../../server/src/running/doctor/local.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { testPooler } from "../../server/src/testing/pooler.ts";
import { running } from "./running.ts";

const { url: direct, ...database } = await testDatabaseUrl();
const { url, ...pooler } = await testPooler(direct);
after(async () => {
  await pooler[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

test("an address that keeps no sessions is refused unless a second one keeps them", async () => {
  await assert.rejects(
    requireSessions({ url, direct: null }),
    /^UnsuitableDatabase: DATABASE_URL leads to a pooler .* set DATABASE_DIRECT_URL/,
  );
  await assert.rejects(requireSessions({ url, direct: url }), /^UnsuitableDatabase: DATABASE_DIRECT_URL leads to a pooler/);
  await requireSessions({ url, direct });
  await requireSessions({ url: direct, direct: null });
});

test("a pooler that keeps no transactions is refused, also beside an address that keeps sessions", async () => {
  await using pooler = await testPooler(direct, "statement");
  await assert.rejects(
    requireSessions({ url: pooler.url, direct }),
    /^UnsuitableDatabase: DATABASE_URL leads to a pooler that keeps no transactions/,
  );
});

test("two addresses of different databases are refused", async () => {
  await using other = await testDatabaseUrl();
  await assert.rejects(requireSessions({ url, direct: other.url }), /^UnsuitableDatabase: DATABASE_DIRECT_URL leads to another database/);
});

test("through a pooler, statements with a name and transactions work on more clients than it has connections", async () => {
  const db = connect(url, { poolSize: 10, log: () => {}, isPooled: true });
  const sums = await Promise.all(
    Array.from({ length: 30 }, (_, number) =>
      number % 2 === 0
        ? one<{ sum: number }>(db, { name: "pooled_sum", text: "select $1::integer + 1 sum", values: [number] })
        : transaction(db, async (tx) => {
            await one(tx, { text: "select 1 one" });
            return one<{ sum: number }>(tx, { name: "pooled_sum", text: "select $1::integer + 1 sum", values: [number] });
          }),
    ),
  );
  assert.deepEqual(
    sums.map(({ sum }) => sum),
    Array.from({ length: 30 }, (_, number) => number + 1),
  );
  await db.end();
});

test("the doctor names the time-outs that connections through a pooler lack, until the role has them", async () => {
  await using folder = await temporaryFolder();
  const warnings = async (url: string) => {
    const findings = await examineLocally({ ROSTRUM_DATA_DIR: folder.path, DATABASE_URL: url, DATABASE_DIRECT_URL: direct });
    return findings.filter(({ message }) => message.startsWith("Through the pooler")).map(({ level, message }) => [level, message]);
  };
  const both = "idle_in_transaction_session_timeout and statement_timeout";
  assert.deepEqual(await warnings(url), [
    ["warning", `Through the pooler the connections have no ${both}: what stands still there keeps its locks.`],
  ]);
  const db = connect(direct, { poolSize: 1, log: () => {} });
  const { name } = await one<{ name: string }>(db, { text: "select quote_ident(current_database()) as name" });
  for (const setting of ["statement_timeout = '30s'", "idle_in_transaction_session_timeout = '40s'"])
    await query(db, { text: `alter role current_user in database ${name} set ${setting}` });
  await db.end();
  await using mended = await testPooler(direct);
  assert.deepEqual(await warnings(mended.url), []);
});

test("a service behind a pooler publishes what it is told to", async () => {
  await using service = await running({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct, ROSTRUM_SANDBOX: "1", ROSTRUM_DEMO: "0" });
  const admin = async (words: string, ...more: string[]) => {
    const { code, out, err } = await service.rostrum(["admin", ...words.split(" "), ...more, "--json"]);
    assert.equal(code, 0, err);
    return JSON.parse(out);
  };
  await admin("users create --email ada@example.org --name Ada --verified true");
  const { key } = await admin("keys create --user ada@example.org --name script");
  const { id: brandId } = await admin("brands create --owner ada@example.org --title Bakery");
  const channel = await admin(`channels connect --brand-id ${brandId} --type Mastodon --name bakery --sandbox`);
  const api = async (path: string, body?: unknown) => {
    const reply = await fetch(`${service.url}/v1/brands/${brandId}${path}`, {
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    assert.ok(reply.ok, text);
    return JSON.parse(text);
  };
  const { data: collection } = await api("/collections", { title: "News", channels: [channel.id], queues: [] });
  await api(`/collections/${collection.id}/posts`, { publishMode: "IMMEDIATE", caption: "Fresh croissants" });
  await eventually("it is published", async () => (await api("/published-posts?status=PUBLISHED")).data.length === 1);
});
