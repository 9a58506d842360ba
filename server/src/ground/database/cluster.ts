import { spawn } from "node:child_process";
import { chown, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Account, commandAs, NOBODY } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { exists } from "./binaries.ts";
import { EmbeddedDatabaseError, explainFailure, messageOf, NAMELESS } from "./failures.ts";
import { type Layout, UNFINISHED_CLUSTER } from "./layout.ts";

/** The role and the database that the service uses. The role is the server's superuser. */
export const DATABASE_NAME = "rostrum";
export const DATABASE_USER = "rostrum";

/**
 * Creates the cluster on the first start, and on later ones checks that these programs can read it. A first start that was
 * killed leaves an unfinished cluster, which is created again.
 * @throws EmbeddedDatabaseError
 */
export async function makeCluster(layout: Layout, binaries: Binaries, account: Account): Promise<void> {
  await removeUnfinished(layout);
  if (await exists(layout.cluster)) return await requireVersion(layout, binaries);
  await mkdir(layout.unfinishedCluster, { mode: 0o700 });
  if (account.drops) await chown(layout.unfinishedCluster, account.uid, account.gid);
  await runInitdb(layout, binaries, account);
  await rename(layout.unfinishedCluster, layout.cluster);
  await flushFolder(layout.root);
}

/** Files that a still-running `initdb` writes meanwhile are removed by a later start. */
async function removeUnfinished(layout: Layout): Promise<void> {
  for (const name of await readdir(layout.root)) {
    if (name.startsWith(UNFINISHED_CLUSTER)) await rm(join(layout.root, name), { recursive: true, force: true }).catch(() => {});
  }
}

async function runInitdb(layout: Layout, binaries: Binaries, account: Account): Promise<void> {
  const where = ["-D", layout.unfinishedCluster, "-U", DATABASE_USER, "-A", "trust"];
  // Text sorts by code point and case mapping covers all scripts, the same on every system: the built-in C.UTF-8 needs no
  // system locale, while plain C would treat Ä and ä as different in a search.
  const locale = ["--no-locale", "-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const args = [...where, ...locale, "--no-instructions"];
  const output = await failureOf(account, binaries.initdb, args);
  if (output === null) return;
  if (!NAMELESS.test(output)) throw explainFailure("be set up", output);
  // Only `initdb` asks for the user's name, not the server. Where the kernel lets it, it runs as one that has a name in a namespace of its
  // own; its files belong to this user all the same.
  const again = await failureOf(account, "unshare", ["--user", `--map-user=${NOBODY}`, binaries.initdb, ...args]).catch(() => output);
  if (again !== null) throw explainFailure("be set up", output);
}

/** What a program has printed that failed; null if it has done its work. */
async function failureOf(account: Account, file: string, args: readonly string[]): Promise<string | null> {
  const command = commandAs(account, { file, args, endsWithParent: true });
  const child = spawn(command.file, command.args, command.options);
  const ended = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  const output = Promise.all([child.stdout, child.stderr].map((stream) => (stream === null ? "" : text(stream))));
  const code = await ended.catch((error: unknown) => {
    throw explainFailure("be set up", messageOf(error));
  });
  return code === 0 ? null : (await output).join("\n");
}

async function requireVersion(layout: Layout, binaries: Binaries): Promise<void> {
  const found = await readFile(join(layout.cluster, "PG_VERSION"), "utf8").catch((error: unknown) => {
    throw explainFailure("start", messageOf(error));
  });
  if (found.trim() === binaries.major) return;
  throw new EmbeddedDatabaseError(
    `The data in ${layout.cluster} is from PostgreSQL ${found.trim()}, but this version comes with PostgreSQL ${binaries.major}: ` +
      "make a backup with the version that wrote it and restore it here",
  );
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
