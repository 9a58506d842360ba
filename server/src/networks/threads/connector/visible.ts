import { z } from "zod";
import { type GraphFailure, reasonOf } from "../../connectors/meta/graph.ts";
import type { Send } from "../../connectors/once/visible.ts";
import { IdForm } from "../../connectors/reply.ts";
import type { Stop } from "../../connectors/signs.ts";
import { ask } from "./api.ts";
import { missed } from "./container.ts";
import { codeOf, doubtAfter, HOUR_SECONDS, signOf, stopAfter } from "./errors.ts";
import type { Container } from "./progress.ts";
import { quotaHold } from "./quota.ts";
import { readContainer } from "./reading.ts";
import { QUOTA_CODES } from "./unverified.ts";
import type { Work } from "./work.ts";

/** After which the same container is tried again that Threads suspects of a restricted activity. */
const RESTRICTED_HOURS = [1, 4, 12];
const PUBLISH_TIMEOUT_SECONDS = 60;

const Published = z.object({ id: IdForm });

/**
 * The one call that readers notice. Threads knows no idempotency key and promises nowhere that a container gives only one post,
 * so there is never a second call without reading the container in between, and none while the first one has no answer.
 */
export function publishContainer(work: Work, { container }: Container): Send {
  const { server, call } = work;
  return async ({ silences }) => {
    const fields = { creation_id: container };
    const answer = await ask(server, { method: "POST", path: "/me/threads_publish", fields, timeoutSeconds: PUBLISH_TIMEOUT_SECONDS });
    if (answer.kind === "ok") {
      const id = Published.safeParse(answer.body).data?.id;
      if (id === undefined) return { kind: "doubtful", reason: "Threads: the answer names no post." };
      return { kind: "made", made: { id, url: null, at: call.now() } };
    }
    if (answer.kind === "unreached") return { kind: "refused", halt: stopAfter(answer, call) };
    const doubt = doubtAfter(answer, call);
    if (doubt !== null) return doubt;
    const reason = reasonOf("Threads", answer);
    // A refusal says nothing about earlier calls, and posts have been live under some: the container tells.
    const reading = await readContainer(server, container);
    // Where it could be read before the call, it was finished: one that is in progress is being published.
    const isPublished = reading.kind === "read" && (reading.status === "PUBLISHED" || reading.status === "IN_PROGRESS");
    const mayBePublished = silences > 0 || signOf(answer) === "restricted activity";
    if (isPublished || (reading.kind !== "read" && mayBePublished)) return { kind: "doubtful", reason };
    if (signOf(answer) !== "missing") return { kind: "refused", halt: await refused(work, answer) };
    const halt = await missed(work);
    // Before another container is made, the profile is searched for what this one may have become.
    return halt === null ? { kind: "doubtful", reason, isFault: true } : { kind: "refused", halt };
  };
}

async function refused({ server, progress, piece, parent }: Work, answer: GraphFailure): Promise<Stop> {
  switch (signOf(answer)) {
    case "restricted activity": {
      const reason = reasonOf("Threads", answer);
      const hours = RESTRICTED_HOURS[(await progress.strike(piece.name, "restricted")) - 1];
      if (hours === undefined) return { kind: "rejected", reason };
      return { kind: "held", reason, retryAfterSeconds: hours * HOUR_SECONDS, scope: "channel" };
    }
    case "quota":
    case "throttled": {
      if (!QUOTA_CODES.includes(codeOf(answer) ?? 0)) return stopAfter(answer, server.reach);
      const hold = await quotaHold(server, parent === null ? "posts" : "replies");
      if (hold !== null) await progress.change(piece.name, { isOverQuota: true });
      return hold ?? stopAfter(answer, server.reach);
    }
    default:
      return stopAfter(answer, server.reach);
  }
}
