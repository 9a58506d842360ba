import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, mkdtemp, realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { EmbeddedDatabaseError } from "./failures.ts";

/** Where an embedded database keeps its files. All paths are absolute and free of symbolic links. */
export interface Layout {
  /** `<data directory>/postgres`. */
  readonly root: string;
  readonly binaries: string;
  /** PostgreSQL's own data directory, mode 0700, owned by the account that runs the server. */
  readonly cluster: string;
  /**
   * Renamed to `cluster` once complete. Unique to each start: the `initdb` of a killed start may still be running in its
   * own folder, which it empties when it fails.
   */
  readonly unfinishedCluster: string;
  readonly lockFile: string;
  readonly pidFile: string;
}

export const UNFINISHED_CLUSTER = "cluster.unfinished-";

/** Creates the folders above the cluster; as root, they are opened to the server's account once it is known. */
export async function makeLayout(dataDirectory: string): Promise<Layout> {
  // initdb runs the server through a shell, with the path in double quotes, which these characters would break.
  if (/["$`\\\n]/.test(resolve(dataDirectory))) {
    const path = JSON.stringify(dataDirectory);
    throw new EmbeddedDatabaseError(
      `PostgreSQL cannot work in ${path}, whose name holds one of " $ \` \\: choose another ROSTRUM_DATA_DIR`,
    );
  }
  await mkdir(dataDirectory, { recursive: true });
  const root = join(await realpath(dataDirectory), "postgres");
  const isNew = (await mkdir(root, { recursive: true })) !== undefined;
  if (isNew) await chmod(root, 0o700);
  return {
    root,
    binaries: join(root, "binaries"),
    cluster: join(root, "cluster"),
    unfinishedCluster: join(root, `${UNFINISHED_CLUSTER}${randomBytes(4).toString("hex")}`),
    lockFile: join(root, "service.lock"),
    pidFile: join(root, "service.pid"),
  };
}

/**
 * The name by which a server's processes are found in the process table. Derived from the directory's inode, so that it
 * stays the same if the directory is reached by another path.
 */
export async function serverName(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster, { bigint: true });
  return `rostrum-${dev.toString(36)}-${ino.toString(36)}`;
}

export const SOCKET_FILE = ".s.PGSQL.5432";
/** The kernel's limit is 107 bytes on Linux and 103 on macOS. */
const SOCKET_PATH_BYTES_MAX = 100;

/**
 * The private folder of the socket: in the data directory, or in the temporary directory if that path is too long for a
 * socket. Its name is derived from the data directory, so that a killed service leaves one folder, not many.
 */
export async function makeSocketFolder(root: string, account: Owner & { readonly drops: boolean }): Promise<string> {
  const beside = join(root, "socket");
  if (fits(beside)) return await ensurePrivate(beside, { ...account, mode: 0o700 });
  // No parent folder keeps out others with the server's user id there, so access is by group: see `account.ts`.
  const owner = account.drops ? { uid: 0, gid: account.gid, mode: 0o730 } : { ...account, mode: 0o700 };
  const base = fits(join(tmpdir(), "rostrum-0123456789abcdef")) ? tmpdir() : "/tmp";
  const short = join(base, `rostrum-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`);
  try {
    return await ensurePrivate(short, owner);
  } catch {
    // The temporary directory is world-writable, and someone else has a folder of that name there.
    return await ensurePrivate(await mkdtemp(join(base, "rostrum-")), owner);
  }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_FILE)) <= SOCKET_PATH_BYTES_MAX;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

async function ensurePrivate(folder: string, owner: Owner & { readonly mode: number }): Promise<string> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  const mayBeOurs = found.uid === owner.uid || found.uid === process.geteuid?.();
  if (!found.isDirectory() || !mayBeOurs) throw new Error(`${folder} belongs to another user`);
  if (found.uid !== owner.uid || found.gid !== owner.gid) await chown(folder, owner.uid, owner.gid);
  await chmod(folder, owner.mode);
  return folder;
}
