import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, NOT_SIGNED_IN } from "./failure.ts";

export interface Settings {
  /** Of the running service, without a final slash. */
  readonly url: string;
  /** From the environment, else from the data directory; a `Failure` when there is none. */
  adminToken(): Promise<string>;
}

export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const file = join(environment.ROSTRUM_DATA_DIR || "./data", "admin-token");
  return {
    url: (environment.ROSTRUM_URL || "http://127.0.0.1:4000").replace(/\/+$/, ""),
    adminToken: async () => environment.ROSTRUM_ADMIN_TOKEN || (await tokenFile(file)),
  };
}

async function tokenFile(file: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    const why = error instanceof Error && "code" in error && error.code === "ENOENT" ? "is not there" : "cannot be read";
    throw new Failure(
      NOT_SIGNED_IN,
      `No admin token: ${file} ${why}. Set ROSTRUM_DATA_DIR to the service's data directory, or ROSTRUM_ADMIN_TOKEN.`,
    );
  }
}
