import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { secretFile } from "./files.ts";
import { createSecrets, type Secrets } from "./seal.ts";

const FILE = "secret-key";
/** Keys that the one in `secret-key` has replaced, one a line. */
const OLD_FILE = "secret-key.old";

type Keys = Pick<Config, "secretKey" | "nextSecretKey" | "oldSecretKeys" | "dataDirectory">;

/** The 32-byte key that encrypts secrets at rest: from the settings, else generated once in the data directory. */
export async function secretKey(config: Pick<Config, "secretKey" | "dataDirectory">): Promise<Buffer> {
  const text = config.secretKey ?? (await secretFile(config.dataDirectory, FILE, () => randomBytes(32).toString("base64")));
  return Buffer.from(text, "base64");
}

/** Texts of keys, in base64. */
interface KeyTexts {
  readonly current: string;
  readonly next: readonly string[];
  readonly old: readonly string[];
}

/** All keys that the settings and the data directory have. */
export async function readKeys(config: Keys): Promise<KeyTexts> {
  return {
    current: (await secretKey(config)).toString("base64"),
    next: config.nextSecretKey === null ? [] : [config.nextSecretKey],
    old: [...config.oldSecretKeys, ...(await oldKeysInDataDirectory(config))],
  };
}

/** Secrets under the current key that can also open what the next one and old ones have sealed. */
export function secretsUnder({ current, next, old }: KeyTexts): Secrets {
  const bytesOf = (text: string) => Buffer.from(text, "base64");
  return createSecrets(bytesOf(current), { next: next.map(bytesOf), old: old.map(bytesOf) });
}

export async function openSecrets(config: Keys): Promise<Secrets> {
  return secretsUnder(await readKeys(config));
}

/** The texts of the keys in the data directory, the current one first; null if the operator keeps it. */
export async function keysInDataDirectory(config: Pick<Config, "secretKey" | "dataDirectory">): Promise<readonly string[] | null> {
  if (config.secretKey !== null) return null;
  const current = await readFile(join(config.dataDirectory, FILE), "utf8");
  return [current.trim(), ...(await oldKeysInDataDirectory(config))];
}

async function oldKeysInDataDirectory({ dataDirectory }: Pick<Config, "dataDirectory">): Promise<string[]> {
  const path = join(dataDirectory, OLD_FILE);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return "";
    throw error;
  });
  const keys = text.split(/\s+/).filter((line) => line !== "");
  const wrong = keys.findIndex((key) => Buffer.from(key, "base64").length !== 32);
  if (wrong !== -1) throw new Error(`${path}: key ${wrong + 1} is not 32 bytes in base64`);
  return keys;
}
