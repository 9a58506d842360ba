import type { SandboxWorld } from "../network.ts";
import { Refusal } from "./refusal.ts";

const FETCH_SECONDS_MAX = 60;

/**
 * Fetches a file by its link, as a receiver must do before the link expires. Only the service's own links are followed, at
 * the address where this network itself is reached, so that nobody can direct the sandbox to other hosts. A failed fetch is
 * a 503, so that the delivery is repeated.
 */
export async function fetchFile(world: SandboxWorld, file: { readonly url: string; readonly size: number }): Promise<Uint8Array> {
  const path = /\/media\/[\w.-]+\/[\w.-]+$/.exec(file.url)?.[0];
  if (path === undefined) throw new Refusal(422, "The media link does not belong to this service.");
  const reply = await fetch(new URL(path, world.baseUrl), {
    signal: AbortSignal.timeout(FETCH_SECONDS_MAX * 1000),
    redirect: "error",
  }).catch(() => null);
  const bytes = reply?.ok ? await reply.bytes().catch(() => null) : null;
  if (bytes === null || bytes.byteLength !== file.size) throw new Refusal(503, "The media link could not be fetched.");
  return bytes;
}
