import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Failure, NOT_SIGNED_IN } from "./failure.ts";
import { type Environment, xdgFolder } from "./folders.ts";

/** API keys by service URL, in a file that only its owner can read. */
export interface KeyStore {
  readonly file: string;
  find(url: string): Promise<string | null>;
  urls(): Promise<string[]>;
  save(url: string, key: string): Promise<void>;
  /** False if there was none. */
  forget(url: string): Promise<boolean>;
}

/** `keys.json` below `$XDG_CONFIG_HOME/rostrum`, or `~/.config/rostrum`. */
export function keyStore(environment: Environment): KeyStore {
  const folder = xdgFolder(environment, "XDG_CONFIG_HOME", ".config");
  const file = join(folder, "keys.json");
  return {
    file,
    find: async (url) => (await load(file)).get(url) ?? null,
    urls: async () => [...(await load(file)).keys()],
    async save(url, key) {
      const keys = await load(file);
      await replace({ folder, file, keys: keys.set(url, key) });
    },
    async forget(url) {
      const keys = await load(file);
      const wasThere = keys.delete(url);
      if (wasThere) await replace({ folder, file, keys });
      return wasThere;
    },
  };
}

const OTHERS = 0o077;

/** No file means no keys. A file that others can read is refused: its keys are no longer secret. */
async function load(file: string): Promise<Map<string, string>> {
  try {
    await using handle = await open(file, "r");
    const { mode } = await handle.stat();
    if (process.platform !== "win32" && (mode & OTHERS) !== 0) {
      throw new Failure(
        NOT_SIGNED_IN,
        `Other users can read ${file}, so its keys are not used. Create new keys, or run: chmod 600 ${file}`,
      );
    }
    return keysIn(await text(handle.createReadStream({ autoClose: false })), file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Map();
    if (error instanceof Failure) throw error;
    throw new Failure(NOT_SIGNED_IN, `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function keysIn(json: string, file: string): Map<string, string> {
  const found: unknown = parsed(json);
  if (typeof found !== "object" || found === null)
    throw new Failure(NOT_SIGNED_IN, `${file} is not a valid key file. Remove it and sign in again.`);
  return new Map(Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Atomic: written to a temporary file, synced, then renamed. */
async function replace({ folder, file, keys }: { folder: string; file: string; keys: ReadonlyMap<string, string> }): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const beside = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    await using handle = await open(beside, "wx", 0o600);
    await handle.writeFile(`${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`);
    await handle.sync();
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
