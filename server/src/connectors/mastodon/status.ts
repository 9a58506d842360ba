import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { PublishOutcome } from "../connector.ts";
import { ask, type Server } from "./api.ts";
import { busy, isAlreadyAttached, outcomeOf } from "./errors.ts";
import type { PollForm } from "./plan.ts";
import type { Created, Progress } from "./progress.ts";

/** The body of `POST /api/v1/statuses`. */
export interface StatusForm {
  readonly status?: string;
  readonly media_ids?: readonly string[];
  readonly poll?: PollForm;
  readonly in_reply_to_id?: string;
  /** Absent would mean the account's default, which may be followers only. */
  readonly visibility: "public" | "unlisted";
}

/** One status to make: its name in the progress, its idempotency key. */
export interface StatusOrder {
  readonly server: Server;
  readonly progress: Progress;
  readonly name: string;
  readonly key: string;
  readonly form: StatusForm;
}

/** Servers keep an idempotency key for an hour after the status was made; five minutes are left for slow attempts. */
export const KEY_HOLDS_SECONDS = 3300;
const UPLOAD_AGAIN_SECONDS = 5;
const Status = z.object({ id: z.coerce.string().min(1), url: z.string().nullish() });

/** Makes the status unless an earlier attempt did. That the request leaves is on disk before it does; that it was refused, after. */
export async function makeStatus({ server, progress, name, key, form }: StatusOrder): Promise<Created | PublishOutcome> {
  const earlier = progress.created(name);
  if (earlier !== null) return earlier;
  const { now } = server.call;
  const sentBefore = progress.sentAt(name);
  if (sentBefore !== null && now() > addSeconds(sentBefore, KEY_HOLDS_SECONDS)) {
    // A refused attempt in between may have waited past the key's hour; only a search can tell now.
    return { kind: "unknown", reason: "Mastodon: an earlier request has no known outcome, and its key has expired." };
  }
  if (sentBefore === null) await progress.setSent(name, now());
  const answer = await ask(server, { method: "POST", path: "/api/v1/statuses", json: form, idempotencyKey: key });
  if (answer.kind === "ok") {
    const status = Status.safeParse(answer.body);
    if (!status.success) return { kind: "unknown", reason: "Mastodon: the answer to the post names no status." };
    const created = { id: status.data.id, url: status.data.url ?? null };
    await progress.setCreated(name, created);
    return created;
  }
  if (isAlreadyAttached(answer) && sentBefore === null) {
    // No request of ours has used these files: they were deleted, as unused ones are after a day.
    await forgetFiles(progress, name, form.media_ids?.length ?? 0);
    await progress.setSent(name, null);
    return busy("uploaded files are gone and are uploaded again", UPLOAD_AGAIN_SECONDS);
  }
  const outcome = outcomeOf(answer, now());
  // A refusal speaks for this request; an earlier one without an answer keeps its mark, for it may be what was made.
  if (outcome.kind !== "unknown" && sentBefore === null) await progress.setSent(name, null);
  return outcome;
}

export async function forgetFiles(progress: Progress, name: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await progress.setUploaded(name, index, null);
}
