import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { secretFile } from "./files.ts";

const FILE = "secret-key";

/** The 32-byte key that encrypts secrets at rest: from the settings, else generated once in the data directory. */
export async function secretKey(config: Pick<Config, "secretKey" | "dataDirectory">): Promise<Buffer> {
  const text = config.secretKey ?? (await secretFile(config.dataDirectory, FILE, () => randomBytes(32).toString("base64")));
  return Buffer.from(text, "base64");
}

/** The key's text if it is in the data directory; null if the operator keeps it. */
export async function keyInDataDirectory(config: Pick<Config, "secretKey" | "dataDirectory">): Promise<string | null> {
  if (config.secretKey !== null) return null;
  return (await readFile(join(config.dataDirectory, FILE), "utf8")).trim();
}
