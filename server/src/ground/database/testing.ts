import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { connect, type Database } from "./connect.ts";
import { startEmbedded } from "./embedded.ts";
import { migrate, readMigrations } from "./migrate.ts";
import { connectClient } from "./primary-client.ts";

/** A fresh, migrated database of a test's own; dropped on disposal. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
}

/**
 * Creates a database by copying a migrated template, which the first caller of a test run creates. The server is that of
 * `ROSTRUM_TEST_DATABASE_URL` (any PostgreSQL from 15 whose user may create databases; `npm test` sets it to one that it
 * starts), else an embedded one that lives as long as this process has such databases.
 * @example
 *   const database = await testDatabaseUrl();
 *   after(() => database[Symbol.asyncDispose]());
 */
export async function testDatabaseUrl(): Promise<TestDatabase> {
  const server = await borrowServer();
  try {
    const template = await makeTemplate(server.url);
    const name = `rostrum_test_${randomBytes(8).toString("hex")}`;
    // Copied as files, the 12 MB cost half the CPU time that they cost as entries of the write-ahead log.
    await asAdmin(server.url, (admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`));
    return {
      url: withDatabase(server.url, name),
      async [Symbol.asyncDispose]() {
        await asAdmin(server.url, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`)).finally(server.giveBack);
      },
    };
  } catch (error) {
    await server.giveBack();
    throw error;
  }
}

/** The same with a pool, which is closed on disposal. */
export async function testDatabase(): Promise<TestDatabase & { readonly db: Database }> {
  const database = await testDatabaseUrl();
  const db = connect(database.url, { poolSize: 10, log: () => {} });
  return {
    url: database.url,
    db,
    async [Symbol.asyncDispose]() {
      await db.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** For a folder into which somebody whose request was broken off may still be writing: each retry waits 0.1 s longer. */
const REMOVAL = { recursive: true, force: true, maxRetries: 30 };

/** A folder for temporary data, removed on disposal. Every user may traverse it, because the database does not run as root. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "rostrum-test-"));
  await chmod(path, 0o711);
  return { path, [Symbol.asyncDispose]: () => rm(path, REMOVAL) };
}

interface Server {
  readonly url: string;
  readonly giveBack: () => Promise<void>;
}

/** The embedded server of this process and how many databases need it. */
let own: { readonly started: Promise<Server>; users: number } | null = null;

async function borrowServer(): Promise<Server> {
  const external = process.env.ROSTRUM_TEST_DATABASE_URL;
  if (external) return { url: external, giveBack: async () => {} };
  own ??= { started: startOwnServer(), users: 0 };
  own.users += 1;
  const borrowed = own;
  const { url, giveBack } = await borrowed.started;
  return {
    url,
    async giveBack() {
      borrowed.users -= 1;
      if (borrowed.users > 0) return;
      own = null;
      await giveBack();
    },
  };
}

async function startOwnServer(): Promise<Server> {
  const folder = await temporaryFolder();
  const database = await startEmbedded({ dataDirectory: folder.path, log: () => {}, isThrowaway: true });
  const giveBack = () => database.stop().finally(() => folder[Symbol.asyncDispose]());
  return { url: database.url, giveBack };
}

/** Arbitrary, but not the migrations' number. */
const TEMPLATE_LOCK = 7_267_839;

/** The name encodes the applied migrations, so that a changed migration gets a new template. */
async function makeTemplate(serverUrl: string): Promise<string> {
  const hash = createHash("sha256");
  for (const { name, sha256 } of await readMigrations()) hash.update(`${name} ${sha256}\n`);
  const template = `rostrum_template_${hash.digest("hex").slice(0, 16)}`;
  const unfinished = `${template}_unfinished`;
  await asAdmin(serverUrl, async (admin) => {
    // Test files run concurrently, and a database with connections cannot be copied.
    await admin.query("SELECT pg_advisory_lock($1)", [TEMPLATE_LOCK]);
    const found = await admin.query("SELECT FROM pg_database WHERE datname = $1", [template]);
    if (found.rowCount === 1) return;
    await admin.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${unfinished}`);
    await migrate(withDatabase(serverUrl, unfinished), { log: () => {} });
    await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${template}`);
  });
  return template;
}

async function asAdmin<Result>(serverUrl: string, work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const admin = await connectClient({ connectionString: serverUrl });
  return await work(admin).finally(() => admin.end());
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
