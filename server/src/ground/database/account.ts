import { execFile, type SpawnOptions } from "node:child_process";
import { chmod, chown, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { EmbeddedDatabaseError, USE_DATABASE_URL } from "./failures.ts";
import type { Layout } from "./layout.ts";

/** The account under which the server's programs run, and how to start them that way. */
export interface Account {
  /** Owner of the cluster and of the socket folder. */
  readonly uid: number;
  readonly gid: number;
  /** Whether this process is root, which the programs must not be. */
  readonly drops: boolean;
  /** Whether util-linux's `setpriv` exists, which can make a server end with this process. */
  readonly setpriv: boolean;
  /** The capability the account needs to traverse closed folders; null if all are open. */
  readonly capability: Capability | null;
}

export type Capability = "dac_read_search" | "dac_override";

/** `nobody`. PostgreSQL refuses to run as root. */
export const NOBODY = 65534;

/** A group id that systems leave unassigned, between users and services: https://systemd.io/UIDS-GIDS/. */
const DOOR_GROUP = 60_900;

/** An ordinary user's own account; for root, the one that already owns the cluster, else `nobody`. */
export async function chooseAccount(layout: Layout): Promise<Account> {
  const setpriv = await hasSetpriv();
  const self = { uid: process.geteuid?.() ?? -1, gid: process.getegid?.() ?? -1 };
  if (self.uid !== 0) return { ...self, drops: false, setpriv, capability: null };

  const owner = { uid: await clusterOwner(layout), gid: DOOR_GROUP };
  await closeToOthers(layout.root, owner.gid);
  const capability = (await isReachable(layout.root, owner)) ? null : await passingCapability(layout, { ...owner, setpriv });
  return { ...owner, drops: true, setpriv, capability };
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
}

/**
 * The command that runs a program under the account, with an environment that has none of our secrets. `endsWithParent`:
 * the kernel interrupts the program when the thread that started it is gone, for whatever reason; this needs `setpriv` and
 * is ignored without it.
 */
export function commandAs(account: Account, program: { file: string; args: readonly string[]; endsWithParent: boolean }): Command {
  const options: SpawnOptions = { env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" }, stdio: ["ignore", "pipe", "pipe"] };
  const { file, args } = program;
  if (!account.setpriv) return { file, args, options: account.drops ? { ...options, uid: account.uid, gid: account.gid } : options };

  const flags = [...(account.drops ? dropping(account) : []), ...(program.endsWithParent ? ["--pdeathsig", "SIGINT"] : [])];
  return flags.length === 0 ? { file, args, options } : { file: "setpriv", args: [...flags, file, ...args], options };
}

function dropping({ uid, gid, capability }: Account): string[] {
  const flags = ["--reuid", `${uid}`, "--regid", `${gid}`, "--clear-groups"];
  if (capability === null) return flags;
  // PostgreSQL checks with access(2) whether it may run its own program, which ignores an ordinary user's capabilities
  // unless the set-uid fix-up is off.
  return [...flags, `--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`, "--securebits=+no_setuid_fixup"];
}

/** BusyBox's `setpriv` lacks the flag, so test the flag itself. */
async function hasSetpriv(): Promise<boolean> {
  if (process.platform !== "linux") return false;
  return await promisify(execFile)("setpriv", ["--pdeathsig", "SIGINT", "true"]).then(
    () => true,
    () => false,
  );
}

async function clusterOwner(layout: Layout): Promise<number> {
  const found = await stat(layout.cluster).catch(() => null);
  return found === null || found.uid === 0 ? NOBODY : found.uid;
}

/**
 * Other programs also run as `nobody`, and anything with the server's user id can read its files and connect to its socket.
 * So only the server is in a group of its own, which gives access to a folder closed to everyone else. The kernel requires
 * the same group to inspect a process of the same user (ptrace(2)).
 */
async function closeToOthers(root: string, gid: number): Promise<void> {
  await chown(root, (await stat(root)).uid, gid);
  await chmod(root, 0o710);
}

/** Whether an account may traverse every folder on the path. Considers mode bits only, not access control lists. */
export async function isReachable(path: string, account: { uid: number; gid: number }): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder);
    const searchBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & searchBit) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** Bits of `/proc/self/status`, from capabilities(7). */
const CAPABILITY_BITS: readonly (readonly [Capability, bigint])[] = [
  ["dac_read_search", 1n << 2n],
  // Containers lack the first but have this one.
  ["dac_override", 1n << 1n],
];
const SETPCAP_BIT = 1n << 8n;

/** Allows data below a folder such as /root (mode 0700): the server may traverse it, nothing else. */
async function passingCapability(layout: Layout, account: { uid: number; setpriv: boolean }): Promise<Capability> {
  const held = account.setpriv ? await heldCapabilities() : 0n;
  const usable = (held & SETPCAP_BIT) === 0n ? undefined : CAPABILITY_BITS.find(([, bit]) => (held & bit) !== 0n);
  if (usable !== undefined) return usable[0];
  throw new EmbeddedDatabaseError(
    `The embedded database does not run as root, and user id ${account.uid} cannot reach ${layout.root}: ` +
      `choose a ROSTRUM_DATA_DIR below folders that every user may traverse, start as an ordinary user, or ${USE_DATABASE_URL}`,
  );
}

async function heldCapabilities(): Promise<bigint> {
  const status = await readFile("/proc/self/status", "utf8");
  const permitted = /^CapPrm:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  return permitted === undefined ? 0n : BigInt(`0x${permitted}`);
}
