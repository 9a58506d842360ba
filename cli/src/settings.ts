import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, NOT_SIGNED_IN, USAGE } from "./failure.ts";
import { type Environment, xdgFolder } from "./folders.ts";
import { keyStore } from "./keys.ts";

/** The service a command talks to and its credentials. */
export interface Settings {
  /** URL of the running service, without a trailing slash. */
  readonly url: string;
  /** From the environment, else from the data directory; a `Failure` if there is none. */
  adminToken(): Promise<string>;
  /** For what takes either: a token or key of the environment, else that of the data directory, else the stored key. */
  tokenOrKey(): Promise<string>;
  /** The API key: from the environment, else the stored one for this service; a `Failure` if there is none. */
  apiKey(): Promise<string>;
  /** Directory of this user's lock files; see `turns.ts`. */
  readonly turnsFolder: string;
}

/**
 * `address` is the value of `--url`, undefined without it.
 */
export function readSettings(environment: Environment, address?: string): Settings {
  const url = serviceUrl(address || environment.ROSTRUM_URL || "http://127.0.0.1:4000");
  const file = join(environment.ROSTRUM_DATA_DIR || "./data", "admin-token");
  const adminToken = async () => environment.ROSTRUM_ADMIN_TOKEN?.trim() || (await tokenFile(file));
  const apiKey = async () => sendable(environment.ROSTRUM_API_KEY || (await storedKey(environment, url)));
  return {
    url,
    adminToken,
    tokenOrKey: async () => {
      if (!environment.ROSTRUM_ADMIN_TOKEN && environment.ROSTRUM_API_KEY) return await apiKey();
      const token = await adminToken().catch(() => null);
      if (token !== null) return token;
      return await apiKey().catch((error: unknown) => {
        throw error instanceof Failure ? new Failure(NOT_SIGNED_IN, `${error.message} ${OR_TOKEN}`) : error;
      });
    },
    turnsFolder: join(xdgFolder(environment, "XDG_STATE_HOME", ".local/state"), "turns"),
    apiKey,
  };
}

const OR_TOKEN = "Operators set ROSTRUM_DATA_DIR to the service's data directory instead, or ROSTRUM_ADMIN_TOKEN.";

/** A header takes nothing else, such as the dots of an example that was left as it is. */
function sendable(key: string): string {
  if (isKeyText(key)) return key;
  throw new Failure(NOT_SIGNED_IN, "ROSTRUM_API_KEY is not an API key: it contains spaces or characters that no key has.");
}

/** Whether all characters are printable ASCII. */
export function isKeyText(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** The service's root URL. A trailing `/v1` is accepted and removed, since it is added where needed. */
function serviceUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Failure(USAGE, `error: ${text} is not an http or https URL`);
  if (url.username !== "" || url.search !== "" || url.hash !== "")
    throw new Failure(USAGE, "error: the URL must not have a user, query or fragment");
  return `${url.origin}${url.pathname}`.replace(/\/+(v1\/*)?$/, "");
}

async function storedKey(environment: Environment, url: string): Promise<string> {
  const keys = keyStore(environment);
  const key = await keys.find(url);
  if (key !== null) return key;
  const others = (await keys.urls()).map((other) => ` There is a key for ${other}: use --url ${other}.`).join("");
  throw new Failure(
    NOT_SIGNED_IN,
    `Not signed in at ${url}. Set ROSTRUM_API_KEY to an API key, or store one with: rostrum auth login --stdin${others}`,
  );
}

async function tokenFile(file: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    const why = error instanceof Error && "code" in error && error.code === "ENOENT" ? "does not exist" : "cannot be read";
    throw new Failure(
      NOT_SIGNED_IN,
      `No admin token: ${file} ${why}. Set ROSTRUM_DATA_DIR to the service's data directory, or ROSTRUM_ADMIN_TOKEN.`,
    );
  }
}
