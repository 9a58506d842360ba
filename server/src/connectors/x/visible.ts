import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { TO_BE_FOUND } from "../to-be-found.ts";
import { isTurnedAway } from "../turned-away.ts";
import { wait } from "../wait.ts";
import { type Answer, ask, type Failure } from "./api.ts";
import { outcomeOf, reasonOf, type Sign, signOf } from "./errors.ts";
import { postPrice } from "./prices.ts";
import type { Created, Progress, Sent } from "./progress.ts";
import { LOOK_AFTER_SECONDS, PARENT_WAITS_SECONDS } from "./unverified.ts";
import type { Halt, Work } from "./work.ts";

/** Long, so that few answers are lost. */
const TIMEOUT_SECONDS = 90;
/** Lookups that found nothing permit a repetition for so long; later, the account's list is read once more. */
const CLEAR_SECONDS = 600;

/** Refusals that do not rule out that the post exists: X says so at random, and of its own repetitions of a request. */
const DOUBTFUL: readonly Sign[] = ["duplicate", "not permitted"];

const Made = z.object({ data: z.object({ id: z.string().regex(/^\d{1,19}$/) }) });

/**
 * The one call that readers notice. X knows no idempotency key: what may have arrived is sent again only after complete lookups have
 * not found it for a quarter of an hour, and only once.
 */
export async function createPost(work: Work): Promise<Created | Halt> {
  const { server, call, progress, piece } = work;
  const { name } = piece;
  if (isToBeFound(progress, name)) return TO_BE_FOUND;
  const earlier = progress.sent(name);
  if (earlier?.state === "refused") return { kind: "rejected", reason: earlier.reason ?? "X refused the post" };
  if (earlier !== null && secondsBetween(earlier.clearedAt ?? earlier.lastAt, server.reach.now()) > CLEAR_SECONDS) {
    await progress.setSent(name, { ...earlier, state: "open", looks: LOOK_AFTER_SECONDS.length - 1 });
    return TO_BE_FOUND;
  }
  const hold = await call.spend(postPrice(piece.text));
  if (hold !== null) return hold;
  const now = server.reach.now();
  const begun: Sent = {
    firstAt: earlier?.firstAt ?? now,
    lastAt: now,
    sends: (earlier?.sends ?? 0) + 1,
    turnedAway: earlier?.turnedAway ?? 0,
    state: "open",
    reason: null,
    looks: 0,
    clearedAt: null,
  };
  await progress.setSent(name, begun);
  const answer = await ask(server, { method: "POST", path: "/2/tweets", json: bodyOf(work), timeoutSeconds: TIMEOUT_SECONDS });
  const made = answer.kind === "ok" ? Made.safeParse(answer.body).data : undefined;
  if (made !== undefined) {
    const created = { id: made.data.id, at: server.reach.now() };
    await progress.setCreated(name, created);
    return created;
  }
  return afterFailure(work, { answer, earlier, begun });
}

/** Whether a request was sent whose effect is not known. */
export function isToBeFound(progress: Progress, piece: string): boolean {
  const state = progress.sent(piece)?.state;
  return progress.created(piece) === null && (state === "open" || state === "doubted");
}

function bodyOf({ progress, piece, parentId }: Work) {
  const { name, text, media, poll } = piece;
  const mediaIds = media.map((_, index) => progress.upload(name, index)?.media).filter((id) => id !== undefined);
  return {
    ...(text === "" ? {} : { text }),
    ...(mediaIds.length === 0 ? {} : { media: { media_ids: mediaIds } }),
    ...(poll === null ? {} : { poll }),
    ...(parentId === null ? {} : { reply: { in_reply_to_tweet_id: parentId } }),
  };
}

interface Failed {
  readonly answer: Answer;
  /** What was known before the request. */
  readonly earlier: Sent | null;
  readonly begun: Sent;
}

async function afterFailure(work: Work, { answer, earlier, begun }: Failed): Promise<Halt> {
  const { progress, piece, settings } = work;
  if (answer.kind === "ok") return { kind: "unknown", reason: "X: the response to the post names no post." };
  const reason = reasonOf(answer);
  const sign = signOf(answer);
  if (answer.kind === "lost" || (answer.kind === "refused" && sign === "outage")) {
    if (isTurnedAway(answer)) await progress.setSent(piece.name, { ...begun, turnedAway: begun.turnedAway + 1, reason });
    return { kind: "unknown", reason };
  }
  if (DOUBTFUL.includes(sign)) {
    const isSettled = begun.sends === 1 && settings.canLookUp === false;
    await progress.setSent(piece.name, { ...begun, state: isSettled ? "refused" : "doubted", reason });
    return isSettled ? { kind: "rejected", reason } : { kind: "unknown", reason };
  }
  // This request had no effect.
  await progress.setSent(piece.name, earlier);
  const halt = await harmless(work, answer);
  if (halt.kind !== "rejected" || begun.sends === 1) return halt;
  // It does not answer what became of the first one.
  await progress.setSent(piece.name, { ...begun, state: "doubted", reason: halt.reason });
  return { kind: "unknown", reason: halt.reason };
}

async function harmless(work: Work, failure: Failure): Promise<Halt> {
  const { server, progress, piece, parentId } = work;
  const sign = signOf(failure);
  if (sign === "no parent" && parentId !== null) {
    const seconds = PARENT_WAITS_SECONDS[(await progress.strike("parent", piece.name)) - 1];
    if (seconds !== undefined) return wait(seconds);
  }
  return outcomeOf(failure, server.reach.now());
}
