import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { processAwake } from "../awake.ts";
import { connect } from "./connect.ts";
import { connectToHold } from "./lock-connection.ts";
import { AdvisoryLocks, LOCK_SPACES } from "./locks.ts";
import { connectClient } from "./primary-client.ts";
import { one, query, transaction } from "./query.ts";
import { demandOf, serversOf, urlsOf } from "./servers.ts";
import { type Way, wayTo } from "./testing/way.ts";
import { testDatabaseUrl } from "./testing.ts";

const { url, ...database } = await testDatabaseUrl();
after(() => database[Symbol.asyncDispose]());

const READ_WRITE = "target_session_attrs=read-write";

test("a URL may name several servers, each with its own port, and demand one that takes writes", () => {
  assert.deepEqual(urlsOf("postgresql://user:p%40ss@a,b:5433,[::1]:5434/rostrum?sslmode=require"), [
    "postgresql://user:p%40ss@a/rostrum?sslmode=require",
    "postgresql://user:p%40ss@b:5433/rostrum?sslmode=require",
    "postgresql://user:p%40ss@[::1]:5434/rostrum?sslmode=require",
  ]);
  assert.deepEqual(urlsOf(`postgres://a,b/db?${READ_WRITE}&sslmode=require`), [
    "postgres://a/db?sslmode=require",
    "postgres://b/db?sslmode=require",
  ]);
  assert.deepEqual(urlsOf(`postgres://a/db?sslmode=require&${READ_WRITE}`), ["postgres://a/db?sslmode=require"]);
  assert.deepEqual(urlsOf(`postgres://a/db?${READ_WRITE}`), ["postgres://a/db"]);
  assert.deepEqual(urlsOf(`postgres://a/db?application_name=theirs&${READ_WRITE}`), ["postgres://a/db"]);
  assert.deepEqual(urlsOf("postgres:///db?host=/run/postgresql"), ["postgres:///db?host=/run/postgresql"]);
  assert.equal(demandOf(`postgres://a/db?${READ_WRITE}`), "read-write");
  assert.equal(demandOf("postgres://a/db"), null);
});

test("all connections go on to the next server together, and back to the first after the last", () => {
  const servers = serversOf("postgres://first,second/db");
  servers.moveOn("postgres://first/db");
  servers.moveOn("postgres://first/db");
  assert.equal(serversOf("postgres://first,second/db").current, "postgres://second/db");
  servers.moveOn("postgres://second/db");
  assert.equal(servers.current, "postgres://first/db");
});

test("the pool and the locks use the server that answers, and the other one when that is gone", async () => {
  await using first = await wayTo(url);
  await using second = await wayTo(url);
  const several = severalTo([first, second]);
  const db = connect(several, { poolSize: 2, log: () => {} });
  await using locks = new AdvisoryLocks(several, LOCK_SPACES.channels);
  assert.deepEqual(await one(db, { text: "select 1 one" }), { one: 1 });
  const lock = await locks.acquire(1);
  assert.equal(second.taken(), 0);
  first.shut();
  // What was sent on the lost connection may have happened: that query fails, the next one has another server.
  await one(db, { text: "select 2 two" }).catch(() => {});
  assert.deepEqual(await one(db, { text: "select 3 three" }), { three: 3 });
  assert.ok(lock?.signal.aborted);
  assert.notEqual(await locks.acquire(2), null);
  assert.ok(second.taken() > 0);
  await db.end();
});

test("a server that takes no writes is refused by name", async () => {
  const admin = await connectClient({ connectionString: url });
  const role = `reader_${randomUUID().replaceAll("-", "")}`;
  await admin.query(`create role ${role} login password 'reader'`);
  await admin.query(`alter role ${role} set default_transaction_read_only = on`);
  const address = new URL(url);
  [address.username, address.password] = [role, "reader"];
  address.searchParams.set("target_session_attrs", "read-write");
  await assert.rejects(connectClient({ connectionString: address.href }), /takes no writes: it is a replica, or has been set to read-only/);
  await admin.query(`drop role ${role}`);
  await admin.end();
});

test("a connection to a server that takes no writes any more is not used for another transaction", async () => {
  const address = new URL(url);
  address.searchParams.set("target_session_attrs", "read-write");
  const db = connect(address.href, { poolSize: 1, log: () => {} });
  await query(db, { text: "set default_transaction_read_only = on" });
  const write = () => transaction(db, (tx) => query(tx, { text: "create table written (id integer)" }));
  await assert.rejects(write(), /read-only transaction/);
  await write();
  await db.end();
});

for (const attributes of ["", `?${READ_WRITE}`]) {
  test(`locks are let go on a server that takes no writes any more, at an address ${attributes || "without demands"}`, async () => {
    const lost = Promise.withResolvers<string>();
    const held = { awake: processAwake, silenceSeconds: 2, leaseSeconds: 60, onLost: (_: unknown, reason: string) => lost.resolve(reason) };
    const connection = connectToHold(`${url}${attributes}`, held);
    await connection.query({ text: "set default_transaction_read_only = on" });
    assert.match(await lost.promise, /takes no writes/);
  });
}

test("connections have the service's names, whatever the address says", async () => {
  const db = connect(`${url}?application_name=theirs`, { poolSize: 1, log: () => {}, name: "rostrum ledger" });
  assert.deepEqual(await one(db, { text: "select current_setting('application_name') name" }), { name: "rostrum ledger" });
  await db.end();
});

/** One URL that names all ways. */
function severalTo(ways: readonly Way[]): string {
  const [first] = ways.map((way) => new URL(way.url));
  return ways.slice(1).reduce((joined, way) => joined.replace(/(\d)\//, `$1,${new URL(way.url).host}/`), first?.href ?? "");
}
