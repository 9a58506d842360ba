import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { secretFile } from "./files.ts";

const FILE = "secret-key";

/** The key of secrets at rest, 32 bytes: from the settings, else made once in the data directory. */
export async function secretKey(config: Pick<Config, "secretKey" | "dataDirectory">): Promise<Buffer> {
  const text = config.secretKey ?? (await secretFile(config.dataDirectory, FILE, () => randomBytes(32).toString("base64")));
  return Buffer.from(text, "base64");
}

/** The key's text where it lies in the data directory; null where the operator keeps it. */
export async function keyInDataDirectory(config: Pick<Config, "secretKey" | "dataDirectory">): Promise<string | null> {
  if (config.secretKey !== null) return null;
  return (await readFile(join(config.dataDirectory, FILE), "utf8")).trim();
}
