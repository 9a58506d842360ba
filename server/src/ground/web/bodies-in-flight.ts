import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";

/** Where a body is kept until it is complete. */
export type KeptIn = "memory" | "disk";

/**
 * How many bytes of one user's requests a process keeps at a time. Requests may take a quarter of an hour to arrive, so a limit of requests
 * a minute alone would not keep one user from filling the memory and the disk of everybody.
 */
const BYTES_MAX: Readonly<Record<KeptIn, number>> = { memory: 128 * 1024 ** 2, disk: 32 * 100 * 1024 ** 2 };

export const BODIES_LIMIT_PASSED = "Too much of what you are sending is still on its way. Wait until some of it has arrived.";
export const BODIES_RETRY_SECONDS = 2;

const ofApps = new WeakMap<App, Map<string, number>>();

interface Body {
  readonly userId: number;
  readonly keptIn: KeptIn;
  /** What the operation accepts at most; anything longer is refused before it is read. */
  readonly bytesMax: number;
}

/**
 * Whether there is room for the request's body beside those of the user's other requests. If so, the room is taken until it has arrived or the
 * exchange is over. A body counts with the length that it is announced to have, or else with the most that it may have. Call before it is read.
 */
export function findRoom(app: App, request: FastifyRequest, reply: FastifyReply, { userId, keptIn, bytesMax }: Body): boolean {
  const bytes = Math.min(announced(request) ?? bytesMax, bytesMax);
  // Nothing would give the room back of a client that has already gone.
  if (bytes === 0 || reply.raw.closed || reply.raw.destroyed) return true;
  const kept = ofApps.get(app) ?? new Map<string, number>();
  ofApps.set(app, kept);
  const owner = `${keptIn} ${userId}`;
  const others = kept.get(owner) ?? 0;
  if (others + bytes > BYTES_MAX[keptIn]) return false;
  kept.set(owner, others + bytes);
  let isTaken = true;
  const release = () => {
    if (!isTaken) return;
    isTaken = false;
    const rest = (kept.get(owner) ?? bytes) - bytes;
    if (rest > 0) kept.set(owner, rest);
    else kept.delete(owner);
  };
  request.raw.once("end", release);
  reply.raw.once("close", release);
  return true;
}

/** The length of the body by the headers; null if they tell only that there is one. */
function announced({ raw: { headers } }: FastifyRequest): number | null {
  if (headers["transfer-encoding"] !== undefined) return null;
  return Number(headers["content-length"] ?? 0);
}
