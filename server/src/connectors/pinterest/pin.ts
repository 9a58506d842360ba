import { z } from "zod";
import { IdForm } from "../reply.ts";
import { isTurnedAway } from "../turned-away.ts";
import { ask, type Failure, reasonOf, waitAsked } from "./api.ts";
import { busy, HOUR_SECONDS, isBoardGone, outcomeOf, type Stop, signOf } from "./errors.ts";
import type { Calls } from "./progress.ts";
import { pinBody, type Way, wayFor } from "./sources.ts";
import { SPAM_BLOCK_HOURS } from "./unverified.ts";
import type { Work } from "./work.ts";

const Made = z.object({ id: IdForm });

const TIMEOUT_SECONDS = 90;
/** The slowest connection on which a request with images still completes. */
const BYTES_PER_SECOND = 100_000;

/** How often Pinterest is left to fetch images before they are sent, and how long it has in between. */
const FETCHES_MAX = 3;
const FETCH_AGAIN_SECONDS = 300;

/**
 * The one call that readers notice. Pinterest knows no idempotency key and makes an equal pin twice, so there is never a second
 * call while the outcome of one is unknown.
 */
export async function makePin(work: Work, mediaId: string | null): Promise<{ readonly kind: "made" } | Stop> {
  const { server, progress, pin, boardId, call } = work;
  const way = progress.strikes().unfetched < FETCHES_MAX ? wayFor(pin, call.host("api")) : "sent";
  const content = await pinBody({ pin, boardId, way, mediaId });
  if (content.kind !== "body") return content;
  const now = call.now();
  const before = progress.calls();
  const calls: Calls = {
    firstAt: before?.firstAt ?? now,
    lastAt: now,
    open: "silence",
    isTurnedAway: false,
    silences: before?.silences ?? 0,
    faults: before?.faults ?? 0,
    looks: 0,
    aheadSeconds: before?.aheadSeconds ?? null,
    clearedAt: before?.clearedAt ?? null,
  };
  await progress.setCalls(calls);
  const timeoutSeconds = TIMEOUT_SECONDS + Math.ceil(content.bytes / BYTES_PER_SECOND);
  const answer = await ask(server, { method: "POST", path: "/pins", body: content.body, timeoutSeconds });
  if (answer.kind !== "ok") return failed(work, answer, { calls, way });
  const made = Made.safeParse(answer.body);
  if (!made.success) return { kind: "unknown", reason: "Pinterest: the answer names no pin." };
  await progress.setCreated(made.data.id);
  return { kind: "made" };
}

interface Failed {
  readonly calls: Calls;
  readonly way: Way;
}

async function failed(work: Work, failure: Failure, { calls, way }: Failed): Promise<Stop> {
  const { progress, call, pin } = work;
  const reason = reasonOf(failure);
  const sign = signOf(failure);
  if (failure.kind !== "unreached" && (sign === "outage" || sign === "fault")) {
    await progress.setCalls({ ...calls, open: sign === "fault" ? "fault" : "silence", isTurnedAway: isTurnedAway(failure) });
    return { kind: "unknown", reason, ...waitAsked(failure, call) };
  }
  // Whether a video that was used by a call without an answer can be used again is unverified: the refusal may come from its pin.
  if (sign === "refused" && pin.video !== null && calls.silences + calls.faults > 0) return { kind: "unknown", reason };
  // This call was answered, so that what the looks have said of those before still holds from here.
  await progress.setCalls({ ...calls, open: "nothing", clearedAt: calls.clearedAt === null ? null : call.now() });
  if (sign === "unfetched") return unfetched(work, reason, way);
  if (sign === "spam block") {
    const hours = SPAM_BLOCK_HOURS[Math.min(await progress.strike("spam"), SPAM_BLOCK_HOURS.length) - 1] ?? 1;
    return { kind: "held", reason, retryAfterSeconds: hours * HOUR_SECONDS, scope: "grant" };
  }
  if (isBoardGone(failure))
    return { kind: "unauthorized", reason: `${reason}. The board was deleted, or is no longer shared with this account.` };
  return outcomeOf(failure, call.now());
}

/** The same image has been fetched half an hour later. */
async function unfetched({ progress }: Work, reason: string, way: Way): Promise<Stop> {
  if (way === "sent") return { kind: "rejected", reason };
  const times = await progress.strike("unfetched");
  return times < FETCHES_MAX ? busy(reason, FETCH_AGAIN_SECONDS) : busy(`${reason}. The image is sent instead.`, 1);
}
