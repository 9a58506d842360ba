import { z } from "zod";
import type { Calls } from "../../connectors/once/calls.ts";
import type { Send, Verdict } from "../../connectors/once/visible.ts";
import { IdForm } from "../../connectors/reply.ts";
import { secondsFor } from "../../connectors/sending.ts";
import { busy, type Stop } from "../../connectors/signs.ts";
import { ask, type Failure, reasonOf } from "./api.ts";
import { doubtAfter, HOUR_SECONDS, isBoardGone, signOf, stopAfter } from "./errors.ts";
import { pinBody, type Way, wayFor } from "./sources.ts";
import { SPAM_BLOCK_HOURS } from "./unverified.ts";
import type { Work } from "./work.ts";

const Made = z.object({ id: IdForm });

const TIMEOUT_SECONDS = 90;

/** How often Pinterest is left to fetch images before they are sent, and how long it has in between. */
const FETCHES_MAX = 3;
const FETCH_AGAIN_SECONDS = 300;

/** The one call that readers notice. Pinterest knows no idempotency key and makes an equal pin twice. */
export async function pinCall(work: Work, mediaId: string | null): Promise<Send | Stop> {
  const { server, progress, pin, boardId, call } = work;
  const way = progress.strikes("unfetched") < FETCHES_MAX ? wayFor(pin, call.host("api")) : "sent";
  const content = await pinBody({ pin, boardId, way, mediaId });
  if (content.kind !== "body") return content;
  const timeoutSeconds = secondsFor(content.bytes, TIMEOUT_SECONDS);
  return async (calls) => {
    const answer = await ask(server, { method: "POST", path: "/pins", body: content.body, timeoutSeconds });
    if (answer.kind !== "ok") return failed(work, answer, { calls, way });
    const id = Made.safeParse(answer.body).data?.id;
    if (id === undefined) return { kind: "doubtful", reason: "Pinterest: the answer names no pin." };
    return { kind: "made", made: { id, url: null, at: call.now() } };
  };
}

interface Failed {
  readonly calls: Calls;
  readonly way: Way;
}

async function failed(work: Work, failure: Failure, { calls, way }: Failed): Promise<Verdict> {
  const { call, pin } = work;
  const sign = signOf(failure);
  const doubt = doubtAfter(failure, call);
  if (doubt !== null) return { ...doubt, isFault: sign === "fault" };
  // Whether a video that was used by a call without an answer can be used again is unverified: the refusal may come from its pin.
  if (sign === "refused" && pin.video !== null && calls.silences + calls.faults > 0) return { kind: "doubtful", reason: reasonOf(failure) };
  return { kind: "refused", halt: await refused(work, failure, way) };
}

async function refused(work: Work, failure: Failure, way: Way): Promise<Stop> {
  const reason = reasonOf(failure);
  const sign = signOf(failure);
  if (sign === "unfetched") return unfetched(work, reason, way);
  if (sign === "spam block") {
    const hours = SPAM_BLOCK_HOURS[Math.min(await work.progress.strike("spam"), SPAM_BLOCK_HOURS.length) - 1] ?? 1;
    return { kind: "held", reason, retryAfterSeconds: hours * HOUR_SECONDS, scope: "grant" };
  }
  if (isBoardGone(failure))
    return { kind: "unauthorized", reason: `${reason}. The board was deleted, or is no longer shared with this account.` };
  return stopAfter(failure, work.call);
}

/** The same image has been fetched half an hour later. */
async function unfetched({ progress }: Work, reason: string, way: Way): Promise<Stop> {
  if (way === "sent") return { kind: "rejected", reason };
  const times = await progress.strike("unfetched");
  return times < FETCHES_MAX ? busy(reason, FETCH_AGAIN_SECONDS) : busy(`${reason}. The image is sent instead.`, 1);
}
