import type { Chance } from "../../server/src/testing/chance.ts";
import type { Ground } from "./ground.ts";

/** One hostile input: the bytes sent over its own connection. */
export interface Attack {
  /** A short description, printed if the input does harm. */
  readonly name: string;
  readonly pieces: readonly Buffer[];
  /** `leave`: disconnects right after the last piece. */
  readonly ending: "listen" | "leave";
  /** How long the sender waits for a response before it disconnects. */
  readonly patienceSeconds: number;
}

/** A kind of hostile input; the same `chance` gives the same input. */
export type Kind = (chance: Chance, ground: Ground) => Attack;

export interface Request {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: Buffer | string | null;
  readonly patienceSeconds?: number;
  /** The announced length, if it is not that of the body. */
  readonly announced?: number;
}

const PATIENCE_SECONDS = 10;

/** A complete request, after which the connection closes. Written by hand, because no client would send most of these. */
export function requestAttack(request: Request): Attack {
  const { name, method, path, headers = [], body = null, patienceSeconds = PATIENCE_SECONDS } = request;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const has = (header: string) => headers.some(([given]) => given.toLowerCase() === header);
  const lines = [`${method} ${inTarget(path)} HTTP/1.1`];
  if (!has("host")) lines.push("Host: 127.0.0.1");
  for (const [header, value] of headers) lines.push(`${header}: ${inHeader(value)}`);
  if (bytes !== null && !has("content-length") && !has("transfer-encoding")) {
    lines.push(`Content-Length: ${request.announced ?? bytes.length}`);
  }
  lines.push("Connection: close", "", "");
  const head = Buffer.from(lines.join("\r\n"), "latin1");
  return { name, pieces: bytes === null ? [head] : [head, bytes], ending: "listen", patienceSeconds };
}

/** Encodes white space, which would end the request target; everything else stays as hostile as it is. */
function inTarget(path: string): string {
  return Buffer.from(
    path.toWellFormed().replace(/[\s\0]/g, (sign) => encodeURIComponent(sign)),
    "utf8",
  ).toString("latin1");
}

function inHeader(value: string): string {
  return Buffer.from(value.toWellFormed().replace(/[\r\n\0]/g, " "), "utf8").toString("latin1");
}
