import { z } from "zod";
import type { Calls } from "../../connectors/once/calls.ts";
import type { Send, Verdict } from "../../connectors/once/visible.ts";
import { busy } from "../../connectors/signs.ts";
import { wait } from "../../connectors/wait.ts";
import { ask, type Failure } from "./api.ts";
import { doubtAfter, reasonOf, type Sign, signOf, stopAfter } from "./errors.ts";
import { PARENT_WAITS_SECONDS } from "./unverified.ts";
import { RESTART_SECONDS } from "./upload.ts";
import { addressOf, type Halt, type Work } from "./work.ts";

/** Long, so that few answers are lost. */
const TIMEOUT_SECONDS = 90;

/** Refusals that do not rule out that the post exists: X says so at random, and of its own repetitions of a request. */
const DOUBTFUL: readonly Sign[] = ["duplicate", "not permitted"];

const Made = z.object({ data: z.object({ id: z.string().regex(/^\d{1,19}$/) }) });

/** The one call that readers notice. X knows no idempotency key. */
export function sendPost(work: Work): Send {
  const { server } = work;
  return async (calls) => {
    const answer = await ask(server, { method: "POST", path: "/2/tweets", json: bodyOf(work), timeoutSeconds: TIMEOUT_SECONDS });
    if (answer.kind !== "ok") return afterFailure(work, answer, calls);
    const id = Made.safeParse(answer.body).data?.data.id;
    if (id === undefined) return { kind: "doubtful", reason: "X: the response to the post names no post." };
    return { kind: "made", made: { id, url: addressOf(work, id), at: server.reach.now() } };
  };
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

async function afterFailure(work: Work, failure: Failure, { silences }: Calls): Promise<Verdict> {
  const doubt = doubtAfter(failure, work.call);
  if (doubt !== null) return doubt;
  const reason = reasonOf(failure);
  const isFirst = silences === 0;
  if (DOUBTFUL.includes(signOf(failure))) {
    const isSettled = isFirst && work.settings.canLookUp === false;
    return isSettled ? { kind: "refused", halt: { kind: "rejected", reason } } : { kind: "doubtful", reason, isRefusal: true };
  }
  const halt = (isFirst ? await uploadAgain(work, failure) : null) ?? (await harmless(work, failure));
  // A rejection does not answer what became of the first one.
  return halt.kind === "rejected" && !isFirst ? { kind: "doubtful", reason: halt.reason, isRefusal: true } : { kind: "refused", halt };
}

/** Files that X refuses with the post are uploaded once more: whether it has lost them, only that tells. */
async function uploadAgain({ progress, piece }: Work, failure: Failure): Promise<Halt | null> {
  if (signOf(failure) !== "no files" || (await progress.strike("files", piece.name)) > 1) return null;
  for (const index of piece.media.keys()) await progress.setUpload(piece.name, index, null);
  return busy(reasonOf(failure), RESTART_SECONDS);
}

async function harmless({ server, progress, piece, parentId }: Work, failure: Failure): Promise<Halt> {
  if (signOf(failure) === "no parent" && parentId !== null) {
    const seconds = PARENT_WAITS_SECONDS[(await progress.strike("parent", piece.name)) - 1];
    if (seconds !== undefined) return wait(seconds);
  }
  return stopAfter(failure, server.reach);
}
