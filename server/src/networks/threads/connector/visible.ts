import { z } from "zod";
import { type GraphFailure, reasonOf, waitAsked } from "../../connectors/meta/graph.ts";
import { IdForm } from "../../connectors/reply.ts";
import { TO_BE_FOUND } from "../../connectors/to-be-found.ts";
import { ask } from "./api.ts";
import { missed } from "./container.ts";
import { codeOf, HOUR_SECONDS, outcomeOf, signOf } from "./errors.ts";
import type { Container, Created } from "./progress.ts";
import { quotaHold } from "./quota.ts";
import { readContainer } from "./reading.ts";
import { QUOTA_CODES } from "./unverified.ts";
import type { Halt, Work } from "./work.ts";

/** After which the same container is tried again that Threads suspects of a restricted activity. */
const RESTRICTED_HOURS = [1, 4, 12];
const PUBLISH_TIMEOUT_SECONDS = 60;

const Published = z.object({ id: IdForm });

/**
 * The one call that readers notice. Threads knows no idempotency key and promises nowhere that a container gives only one post,
 * so there is never a second call without reading the container in between, and none while the first one has no answer.
 */
export async function publishContainer(work: Work, { container }: Container): Promise<Created | Halt> {
  const { server, progress, piece, parent } = work;
  const { isOverQuota, calls } = progress.state(piece.name);
  if (isOverQuota) {
    const hold = await quotaHold(server, parent === null ? "posts" : "replies");
    if (hold !== null) return hold;
  }
  const now = server.reach.now();
  const begun = { firstAt: calls?.firstAt ?? now, lastAt: now, isAnswered: false, lost: calls?.lost ?? 0 };
  await progress.change(piece.name, { calls: begun, isOverQuota: false, unpublishedAt: null });
  const fields = { creation_id: container };
  const answer = await ask(server, { method: "POST", path: "/me/threads_publish", fields, timeoutSeconds: PUBLISH_TIMEOUT_SECONDS });
  if (answer.kind === "ok") {
    const published = Published.safeParse(answer.body);
    if (!published.success) return { kind: "unknown", reason: "Threads: the answer names no post." };
    const created = { id: published.data.id, url: null };
    await progress.setCreated(piece.name, created);
    return created;
  }
  if (answer.kind !== "unreached" && signOf(answer) === "outage")
    return { kind: "unknown", reason: reasonOf("Threads", answer), ...waitAsked(answer) };
  await progress.change(piece.name, { calls: { ...begun, isAnswered: true } });
  return answer.kind === "unreached" ? outcomeOf(answer) : refused(work, { answer, container });
}

/** A refusal says nothing about earlier calls, and posts have been live under some: the container tells. */
async function refused(work: Work, { answer, container }: { answer: GraphFailure; container: string }): Promise<Halt> {
  const { server, progress, piece, parent } = work;
  const reading = await readContainer(server, container);
  // It was finished before the call, so one that is in progress is being published.
  const isPublished = reading.kind === "read" && (reading.status === "PUBLISHED" || reading.status === "IN_PROGRESS");
  const { calls } = progress.state(piece.name);
  const mayBePublished = calls !== null && (calls.lost > 0 || signOf(answer) === "restricted activity");
  if (isPublished || (reading.kind !== "read" && mayBePublished)) {
    if (calls !== null) await progress.change(piece.name, { calls: { ...calls, isAnswered: false } });
    return TO_BE_FOUND;
  }
  const reason = reasonOf("Threads", answer);
  switch (signOf(answer)) {
    case "missing":
      return missed(work, reason);
    case "restricted activity": {
      const hours = RESTRICTED_HOURS[(await progress.strike(piece.name, "restricted")) - 1];
      if (hours === undefined) return { kind: "rejected", reason };
      return { kind: "held", reason, retryAfterSeconds: hours * HOUR_SECONDS, scope: "channel" };
    }
    case "quota":
    case "throttled": {
      if (!QUOTA_CODES.includes(codeOf(answer) ?? 0)) return outcomeOf(answer);
      const hold = await quotaHold(server, parent === null ? "posts" : "replies");
      if (hold !== null) await progress.change(piece.name, { isOverQuota: true });
      return hold ?? outcomeOf(answer);
    }
    default:
      return outcomeOf(answer);
  }
}
