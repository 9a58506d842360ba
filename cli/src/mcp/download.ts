import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { Decoded } from "@rostrum/contract/decode.ts";
import { refusal } from "@rostrum/contract/errors.ts";
import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { Guard } from "./guard.ts";

export interface File {
  readonly name: string;
  readonly pieces: Buffer<ArrayBuffer>[];
}

/** Enough for 100 MiB over a slow line. */
const SECONDS_MAX = 120;
const REDIRECTS_MAX = 5;

/**
 * Downloads a file from a public URL into memory. The reason for a failure is not reported: it could be used to map a network.
 */
export async function download(url: string, guard: Guard, cancelled: AbortSignal): Promise<Decoded<File>> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(SECONDS_MAX * 1000)]);
  let address = new URL(url);
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const reply = await get(address, guard, signal).catch(() => null);
    if (reply === null) break;
    const next = redirectOf(reply, address);
    if (next !== null) {
      reply.destroy();
      address = next;
      continue;
    }
    const pieces = reply.statusCode === 200 ? await read(reply).catch(() => null) : null;
    reply.destroy();
    if (pieces === "too large") {
      return { problem: { kind: "fields", fields: { media: [`The media field must not be larger than ${UPLOAD_BYTES_MAX} bytes.`] } } };
    }
    return pieces === null ? UNREACHED : { value: { name: nameOf(address), pieces } };
  }
  return UNREACHED;
}

const UNREACHED = { problem: refusal(400, "media", "The media address could not be downloaded.") };

function get(url: URL, guard: Guard, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A literal IP address is not resolved, so the guard's lookup does not see it.
  if (isIP(host) !== 0 && !guard.allows(host)) reject(new Error("not public"));
  else {
    const open = url.protocol === "https:" ? requestHttps : requestHttp;
    open(url, { lookup: guard.lookup, agent: false, signal, headers: { "user-agent": "rostrum" } })
      .on("response", resolve)
      .on("error", reject)
      .end();
  }
  return promise;
}

function redirectOf({ statusCode, headers }: IncomingMessage, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode ?? 0) || headers.location === undefined) return null;
  const next = URL.parse(headers.location, from);
  return next !== null && /^https?:$/.test(next.protocol) ? next : null;
}

async function read(reply: IncomingMessage): Promise<Buffer<ArrayBuffer>[] | "too large"> {
  const pieces: Buffer<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const piece of reply) {
    bytes += piece.length;
    if (bytes > UPLOAD_BYTES_MAX) return "too large";
    pieces.push(piece);
  }
  return pieces;
}

function nameOf({ pathname }: URL): string {
  const last = pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
