import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { after, test } from "node:test";
import pg from "pg";
import { eventually } from "../../testing/eventually.ts";
import { connect } from "./connect.ts";
import { connectClient } from "./primary-client.ts";
import { one } from "./query.ts";
import { testDatabaseUrl } from "./testing.ts";

const { url, ...database } = await testDatabaseUrl();
after(() => database[Symbol.asyncDispose]());

test("a session is in UTC with ISO dates whatever the database's own settings are", async () => {
  const admin = connect(url, { poolSize: 1, log: () => {} });
  await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone = 'Asia/Kolkata'`);
  await admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET datestyle = 'German'`);
  await admin.end();
  const db = connect(url, { poolSize: 1, log: () => {} });
  const row = await one(db, { text: "SELECT '2026-11-21 04:47:00Z'::timestamptz AS moment" });
  assert.deepEqual(row, { moment: "2026-11-21T04:47:00.000000Z" });
  await db.end();
});

test("a statement that runs too long is canceled by the server", async () => {
  const db = connect(url, { poolSize: 1, log: () => {}, statementTimeoutSeconds: 0.2 });
  await assert.rejects(one(db, { text: "SELECT pg_sleep(20)" }), /statement timeout/);
  await db.end();
});

test("a transaction in which nothing is said any more is undone, and what it had locked is free", async () => {
  const silent = connect(url, { poolSize: 1, log: () => {}, idleTransactionSeconds: 0.2 });
  const other = connect(url, { poolSize: 1, log: () => {} });
  await other.query("CREATE TABLE loaves (id integer PRIMARY KEY, crust text)");
  await other.query("INSERT INTO loaves VALUES (1, 'dark')");
  const client = await silent.connect();
  // Together, because a busy machine pauses for longer between two statements.
  await client.query("BEGIN; UPDATE loaves SET crust = 'burnt'");
  assert.deepEqual(await one(other, { text: "SELECT crust FROM loaves FOR UPDATE" }), { crust: "dark" });
  await assert.rejects(
    client.query("COMMIT"),
    /terminating connection due to idle-in-transaction timeout|Connection terminated|not queryable/,
  );
  client.release(true);
  await Promise.all([silent.end(), other.end()]);
});

test("an idle connection closed by the server is logged and replaced", async () => {
  const events: string[] = [];
  const db = connect(url, { poolSize: 2, log: (event) => events.push(event) });
  const killer = connect(url, { poolSize: 1, log: () => {} });
  const { pid } = await one<{ pid: number }>(db, { text: "SELECT pg_backend_pid() AS pid" });
  await one(killer, { text: "SELECT pg_terminate_backend($1, 5000)", values: [pid] });
  await eventually("the loss is logged", () => events.length > 0);
  assert.deepEqual(events, ["database.connection-lost"]);
  assert.notDeepEqual(await one(db, { text: "SELECT pg_backend_pid() AS pid" }), { pid });
  await Promise.all([db.end(), killer.end()]);
});

test("a missing server fails the query, not the process", async () => {
  const db = connect("postgresql://rostrum@localhost/rostrum?host=/nonexistent", { poolSize: 1, log: () => {} });
  await assert.rejects(one(db, { text: "SELECT 1" }), /ENOENT/);
  await db.end();
});

test("a server that ends a session in the same breath in which it has welcomed it fails the query, not the process", async () => {
  // The messages of https://www.postgresql.org/docs/18/protocol-message-formats.html
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const fatal = message("E", Buffer.from("SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"));
  const welcome = Buffer.concat([message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))]);
  const server = createServer((socket) => socket.once("data", () => socket.end(Buffer.concat([welcome, fatal]))));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const dying = `postgresql://rostrum@127.0.0.1:${(server.address() as AddressInfo).port}/rostrum`;
  const db = connect(dying, { poolSize: 1, log: () => {} });
  await assert.rejects(one(db, { text: "SELECT 1" }));
  await assert.rejects(connectClient({ connectionString: dying }).then((client) => client.query("SELECT 1")));
  await db.end();
  server.close();
});

test("a connection that the server refuses because there are too many is asked for again until there is room", async () => {
  const admin = connect(url, { poolSize: 1, log: () => {} });
  const role = `narrow_${randomBytes(8).toString("hex")}`;
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'narrow' CONNECTION LIMIT 1`);
  const address = new URL(url);
  [address.username, address.password] = [role, "narrow"];
  const first = connect(address.href, { poolSize: 1, log: () => {} });
  const second = connect(address.href, { poolSize: 1, log: () => {} });
  assert.deepEqual(await one(first, { text: "SELECT 1 AS one" }), { one: 1 });
  const answer = one(second, { text: "SELECT 2 AS two" });
  for (let tries = 0; tries < 3; tries += 1) await assert.rejects(new pg.Client(address.href).connect(), { code: "53300" });
  await first.end();
  assert.deepEqual(await answer, { two: 2 });
  await second.end();
  await admin.query(`DROP ROLE ${role}`);
  await admin.end();
});
