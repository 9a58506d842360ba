import { type GoogleFailure, waitAsked } from "../google/api.ts";
import type { Json } from "../json.ts";
import { isTurnedAway } from "../turned-away.ts";
import { TOPIC } from "./alike.ts";
import { busy, type Stop, signOf } from "./errors.ts";
import { LocalPost } from "./local-post.ts";
import type { Calls } from "./progress.ts";
import { ask, reasonFor } from "./server.ts";
import { setback } from "./setback.ts";
import { FETCHES_MAX } from "./unverified.ts";
import type { Work } from "./work.ts";

/** Less time than Google takes now and then would make outcomes unknown for nothing. */
const TIMEOUT_SECONDS = 60;
const FETCH_AGAIN_SECONDS = 60;

/**
 * The one call that readers notice. Google knows no idempotency key for posts, so that the call begins is stored before it, and there
 * is never a second one while it has no answer.
 */
export async function createPost(work: Work): Promise<{ readonly kind: "made"; readonly post: LocalPost } | Stop> {
  const { server, progress, call, location } = work;
  const calls = begun(progress.calls(), work);
  await progress.setCalls(calls);
  const request = { method: "POST", path: `/${location}/localPosts`, body: bodyOf(work), timeoutSeconds: TIMEOUT_SECONDS } as const;
  const answer = await ask(server, request);
  if (answer.kind !== "ok") return refused(work, answer, calls);
  const made = LocalPost.safeParse(answer.body);
  if (!made.success) return { kind: "unknown", reason: "Google: the answer does not name the post." };
  await progress.setCreated({ id: made.data.name, at: call.now() });
  return { kind: "made", post: made.data };
}

/** A call as it is stored before it is made. */
export function begun(before: Calls | null, { call }: Pick<Work, "call">): Calls {
  const now = call.now();
  return {
    firstAt: before?.firstAt ?? now,
    lastAt: now,
    isAnswered: false,
    isTurnedAway: false,
    lost: before?.lost ?? 0,
    looks: 0,
    aheadSeconds: before?.aheadSeconds ?? null,
  };
}

function bodyOf({ plan: { summary, picture, link }, language }: Work): Json {
  return {
    ...(language === null ? {} : { languageCode: language }),
    ...(summary.trim() === "" ? {} : { summary }),
    topicType: TOPIC,
    ...(link === null ? {} : { callToAction: { actionType: "LEARN_MORE", url: link } }),
    ...(picture === null ? {} : { media: [{ mediaFormat: "PHOTO", sourceUrl: picture.url() }] }),
  };
}

async function refused({ progress }: Work, failure: GoogleFailure, calls: Calls): Promise<Stop> {
  const sign = signOf(failure);
  if (failure.kind !== "unreached" && sign === "outage") {
    if (isTurnedAway(failure)) await progress.setCalls({ ...calls, isTurnedAway: true });
    return { kind: "unknown", reason: reasonFor(failure), ...waitAsked(failure) };
  }
  await progress.setCalls({ ...calls, isAnswered: true });
  if (sign !== "unfetched") return setback(failure);
  const reason = `${reasonFor(failure)}. Google fetches the picture from this service, which has to be reachable from outside.`;
  return (await progress.strike("unfetched")) < FETCHES_MAX ? busy(reason, FETCH_AGAIN_SECONDS) : { kind: "rejected", reason };
}
