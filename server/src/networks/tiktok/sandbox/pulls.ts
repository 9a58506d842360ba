import { fetchMedia } from "../../sandbox/kit/fetch-media.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../../sandbox/limits.ts";
import type { Asked } from "./calls.ts";
import type { Inspected } from "./inspect.ts";
import type { StoredFile } from "./model.ts";
import type { Arrival } from "./publishes.ts";
import { invalidParams, notVerified } from "./refusals.ts";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const ADDRESS = /^(\d+(\.\d+){3}|\[.*\])$/;
/** For how long TikTok tries. https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11) */
const WINDOW_SECONDS = 3600;

interface Pull {
  readonly urls: readonly string[];
  /** What processing takes once everything is here. */
  readonly seconds: number;
  /** The reason if something cannot be had. */
  readonly unreachable: "photo_pull_failed" | "video_pull_failed";
  inspect(bytes: Uint8Array): Promise<Inspected>;
}

/**
 * Fetches files, each once, before the call is answered: a lost answer changes nothing for the post. Throws for addresses that do not
 * belong to the application; what cannot be had otherwise only shows in the post's status.
 */
export async function pull({ world, settings }: Asked, { urls, seconds, unreachable, inspect }: Pull): Promise<Arrival> {
  for (const url of urls) requireVerified(url, settings.verified_prefixes);
  const files: StoredFile[] = [];
  let bytes = 0;
  if (!settings.fetches) return { files, bytes, mistake: unreachable, seconds: WINDOW_SECONDS, fails: true };
  const mistakes: string[] = [];
  for (const url of urls) {
    const fetched = await fetchMedia(world, { url, bytesMax: SANDBOX_BODY_BYTES_MAX });
    if (fetched.kind === "foreign") throw notVerified();
    if (fetched.kind === "unreachable") return { files: [], bytes, mistake: unreachable, seconds, fails: true };
    const { file, mistake } = await inspect(fetched.bytes);
    files.push(file);
    bytes += fetched.bytes.byteLength;
    if (mistake !== null) mistakes.push(mistake);
  }
  return { files, bytes, mistake: mistakes[0] ?? null, seconds, fails: false };
}

/** TikTok wants https and a name. At a loopback address, where only trials of the service are, the sandbox asks for neither. */
function requireVerified(url: string, prefixes: readonly string[] | null): void {
  if (!URL.canParse(url)) throw invalidParams(`This is no address: ${url}`);
  const { protocol, hostname } = new URL(url);
  if (!LOOPBACK.test(hostname) && (protocol !== "https:" || ADDRESS.test(hostname))) {
    throw invalidParams("An address must begin with https:// and a domain name.");
  }
  if (prefixes !== null && !prefixes.some((prefix) => url.startsWith(prefix))) throw notVerified();
}
