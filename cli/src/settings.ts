import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, NOT_SIGNED_IN, USAGE } from "./failure.ts";
import { type Environment, xdgFolder } from "./folders.ts";
import { keyStore } from "./keys.ts";

/** Where a command goes and what it shows there. */
export interface Settings {
  /** Of the running service, without a final slash. */
  readonly url: string;
  /** From the environment, else from the data directory; a `Failure` when there is none. */
  adminToken(): Promise<string>;
  /** The API key: from the environment, else the one that was stored for this address; a `Failure` when there is none. */
  apiKey(): Promise<string>;
  /** Where processes of this user take turns; see `turns.ts`. */
  readonly turnsFolder: string;
}

/** `address` is what `--url` says, undefined without it. */
export function readSettings(environment: Environment, address?: string): Settings {
  const url = serviceUrl(address || environment.ROSTRUM_URL || "http://127.0.0.1:4000");
  const file = join(environment.ROSTRUM_DATA_DIR || "./data", "admin-token");
  return {
    url,
    adminToken: async () => environment.ROSTRUM_ADMIN_TOKEN || (await tokenFile(file)),
    turnsFolder: join(xdgFolder(environment, "XDG_STATE_HOME", ".local/state"), "turns"),
    apiKey: async () => environment.ROSTRUM_API_KEY || (await storedKey(environment, url)),
  };
}

/** The root of the service: `/v1` is added where it is needed, so it may be there or not. */
function serviceUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Failure(USAGE, `error: ${text} is no http or https address`);
  if (url.username !== "" || url.search !== "" || url.hash !== "")
    throw new Failure(USAGE, "error: the address has to be without user, query and fragment");
  return `${url.origin}${url.pathname}`.replace(/\/+(v1\/*)?$/, "");
}

async function storedKey(environment: Environment, url: string): Promise<string> {
  const keys = keyStore(environment);
  const key = await keys.find(url);
  if (key !== null) return key;
  const others = (await keys.urls()).map((other) => ` There is a key for ${other}: --url ${other} goes there.`).join("");
  throw new Failure(
    NOT_SIGNED_IN,
    `Not signed in at ${url}. Put an API key into ROSTRUM_API_KEY, or store it with: rostrum auth login --stdin${others}`,
  );
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
