import { BOUNDS, type Bound } from "@rostrum/contract/bounds.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { tell } from "../../ground/sentences/tell.ts";
import { readerOf } from "../../ground/web/language.ts";
import { secondsToWait } from "../../people/sign-in/throttle.ts";

/** A call of one person in the dashboard. */
interface Call {
  readonly userId: number;
  /** Of the operation. */
  readonly name: string;
  readonly changes: boolean;
}

/** Of what is under way, some ends soon. */
const AT_ONCE_RETRY_SECONDS = 2;
const SECONDS = { hour: 3600, day: 86_400 } as const;

const ofApps = new WeakMap<App, Map<string, number>>();

/**
 * Answers a call with 429 and returns true if the person has had as much of the kind as `BOUNDS` says: under way in this process, or within
 * the hour or the day. Whoever switches off the limits of users switches off those of time, too. Call it before the body is read.
 */
export async function personLimited(app: App, request: FastifyRequest, reply: FastifyReply, call: Call): Promise<boolean> {
  const held = Object.entries<Bound>(BOUNDS).filter(([, bound]) => counts(bound, call));
  for (const [name, bound] of held) {
    if (bound.within !== "at once" || takePlace(app, reply, { owner: `${name} ${call.userId}`, most: bound.most })) continue;
    return answer(request, reply, AT_ONCE_RETRY_SECONDS, underWay(bound.most));
  }
  if (app.config.resourceLimit === 0) return false;
  for (const [name, bound] of held) {
    if (bound.within !== "hour" && bound.within !== "day") continue;
    const windowSeconds = SECONDS[bound.within];
    const wait = await secondsToWait(app, { key: `${name} of ${call.userId}`, max: bound.most, windowSeconds });
    if (wait !== null) return answer(request, reply, wait, oftenEnough({ ...bound, within: bound.within }, wait));
  }
  return false;
}

function counts({ of }: Bound, { name, changes }: Call): boolean {
  if (of === undefined) return false;
  return of === "everything" || (of === "changes" ? changes : of.includes(name));
}

/** The place is free again when the exchange is over. */
function takePlace(app: App, reply: FastifyReply, { owner, most }: { readonly owner: string; readonly most: number }): boolean {
  // Nothing would give it back.
  if (reply.raw.closed || reply.raw.destroyed) return true;
  const taken = ofApps.get(app) ?? new Map<string, number>();
  ofApps.set(app, taken);
  const others = taken.get(owner) ?? 0;
  if (others >= most) return false;
  taken.set(owner, others + 1);
  reply.raw.once("close", () => {
    const rest = (taken.get(owner) ?? 1) - 1;
    if (rest > 0) taken.set(owner, rest);
    else taken.delete(owner);
  });
  return true;
}

function underWay(most: number): string {
  return `${most} of these are under way for you already. Wait until one of them is done.`;
}

function oftenEnough({ most, within }: { readonly most: number; readonly within: "hour" | "day" }, waitSeconds: number): string {
  // At least two: the sentences have plurals.
  const minutes = Math.max(2, Math.ceil(waitSeconds / 60));
  const hours = Math.ceil(waitSeconds / 3600);
  if (within === "hour") return `This can be done ${most} times an hour. Wait ${minutes} minutes, then go on.`;
  if (hours <= 2) return `This can be done ${most} times a day. Wait ${minutes} minutes, then go on.`;
  return `This can be done ${most} times a day. Wait ${hours} hours, then go on.`;
}

function answer(request: FastifyRequest, reply: FastifyReply, waitSeconds: number, sentence: string): true {
  const message = tell(readerOf(request) ?? "en", sentence);
  reply
    .code(429)
    .header("Retry-After", waitSeconds)
    .send({ message, errors: { rate_limit: message } });
  return true;
}
