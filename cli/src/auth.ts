import { Failure, NOT_SIGNED_IN, USAGE } from "./failure.ts";
import type { Environment } from "./folders.ts";
import { keyStore } from "./keys.ts";
import { secretIn } from "./read.ts";
import { isKeyText, readSettings } from "./settings.ts";

interface Options {
  readonly json?: true;
  readonly url?: string;
}

/** Stores the key from standard input if the service accepts it at `/auth`. */
export async function login(environment: Environment, options: Options): Promise<void> {
  const key = (await secretIn()).trim();
  if (!isKeyText(key)) throw new Failure(USAGE, "error: no API key on standard input");
  const { url } = readSettings(environment, options.url);
  const { checkKey } = await import("./call-public.ts");
  const name = await checkKey(url, key);
  const keys = keyStore(environment);
  await keys.save(url, key);
  const shadowed = environment.ROSTRUM_API_KEY ? " ROSTRUM_API_KEY is set and takes precedence." : "";
  tell(options, { url, name, file: keys.file }, `Signed in at ${url} as ${name}. The key is stored in ${keys.file}.${shadowed}`);
}

export async function status(environment: Environment, options: Options): Promise<void> {
  const { url, apiKey } = readSettings(environment, options.url);
  await apiKey();
  const source = environment.ROSTRUM_API_KEY ? "ROSTRUM_API_KEY" : keyStore(environment).file;
  tell(options, { url, source }, `The key for ${url} comes from ${source}. To check that it is valid: rostrum auth check`);
}

export async function logout(environment: Environment, options: Options): Promise<void> {
  const { url } = readSettings(environment, options.url);
  const wasThere = await keyStore(environment).forget(url);
  if (!wasThere) throw new Failure(NOT_SIGNED_IN, `There is no stored key for ${url}.`);
  const stays = environment.ROSTRUM_API_KEY ? " ROSTRUM_API_KEY is still set." : "";
  tell(options, { url }, `Deleted the stored key for ${url}.${stays}`);
}

function tell(options: Options, facts: Readonly<Record<string, string>>, text: string): void {
  process.stdout.write(`${options.json ? JSON.stringify(facts, null, 2) : text}\n`);
}
