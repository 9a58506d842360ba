import type { SandboxWorld } from "../network.ts";
import { mimeOf } from "../uploaded.ts";

const FETCH_SECONDS_MAX = 60;

export type FetchedMedia =
  /** `mime` by the file's first bytes, whatever the reply says. */
  | { readonly kind: "fetched"; readonly bytes: Uint8Array; readonly mime: string }
  /** Not a media link of this service. */
  | { readonly kind: "foreign" }
  /** No answer, an error, or more than `bytesMax`. */
  | { readonly kind: "unreachable" };

/**
 * Fetches media by their link, as networks do that take no uploads. Only the service's own links are followed, at the address where
 * this network itself is reached, so that nobody can direct the sandbox to other hosts.
 */
export async function fetchMedia(world: SandboxWorld, media: { readonly url: string; readonly bytesMax: number }): Promise<FetchedMedia> {
  const path = /\/media\/[\w.-]+\/[\w.-]+$/.exec(media.url)?.[0];
  if (path === undefined) return { kind: "foreign" };
  const reply = await fetch(new URL(path, world.baseUrl), {
    signal: AbortSignal.timeout(FETCH_SECONDS_MAX * 1000),
    redirect: "error",
  }).catch(() => null);
  const isTooLarge = Number(reply?.headers.get("content-length") ?? 0) > media.bytesMax;
  if (reply === null || !reply.ok || isTooLarge) {
    await reply?.body?.cancel();
    return { kind: "unreachable" };
  }
  const bytes = await reply.bytes().catch(() => null);
  if (bytes === null || bytes.byteLength > media.bytesMax) return { kind: "unreachable" };
  return { kind: "fetched", bytes, mime: await mimeOf(bytes) };
}
