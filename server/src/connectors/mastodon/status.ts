import { z } from "zod";
import { ask, type Server } from "./api.ts";
import { busy, isAlreadyAttached, outcomeOf, type Refusal, reasonOf } from "./errors.ts";
import { keyHolds } from "./keys.ts";
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

const UPLOAD_AGAIN_SECONDS = 5;
const Status = z.object({ id: z.coerce.string().min(1), url: z.string().nullish() });

/** While an earlier request has no known outcome and nothing keeps a second one from posting twice. */
export const TO_BE_FOUND = {
  kind: "unknown",
  reason: "Mastodon: an earlier request has no known outcome; it is looked for before anything is sent again.",
} as const;

/** Makes the status unless an earlier attempt did. That the request leaves is on disk before it does; that it was refused, after. */
export async function makeStatus({ server, progress, name, key, form }: StatusOrder): Promise<Created | Refusal> {
  const earlier = progress.created(name);
  if (earlier !== null) return earlier;
  const { now } = server.call;
  const sentBefore = progress.sentAt(name);
  if (sentBefore !== null && !keyHolds(server, sentBefore, now())) return TO_BE_FOUND;
  if (sentBefore === null) await progress.setSent(name, now());
  const json = server.keepsKeys ? form : { ...form, ...AS_IT_IS };
  const answer = await ask(server, { method: "POST", path: "/api/v1/statuses", json, idempotencyKey: key });
  if (answer.kind === "ok") {
    const status = Status.safeParse(answer.body);
    if (!status.success) return { kind: "unknown", reason: "Mastodon: the answer to the post names no status." };
    const created = { id: status.data.id, url: status.data.url ?? null };
    await progress.setCreated(name, created);
    return created;
  }
  // A refusal speaks for this request alone; an earlier one without an answer may be what was made.
  if (sentBefore !== null) return { kind: "unknown", reason: reasonOf(answer) };
  if (isAlreadyAttached(answer) && form.media_ids !== undefined) {
    // No request of ours has used these files: they were deleted, as unused ones are after a day.
    await forgetFiles(progress, name, form.media_ids.length);
    await progress.setSent(name, null);
    return busy("Mastodon: uploaded files are gone and are uploaded again", UPLOAD_AGAIN_SECONDS);
  }
  const outcome = outcomeOf(answer, now());
  if (outcome.kind !== "unknown") await progress.setSent(name, null);
  return outcome;
}

/**
 * GoToSocial and Pleroma read a text as Markdown where the account's settings say so, unless the request says otherwise:
 * https://docs.gotosocial.org/en/latest/user_guide/posts/. What is sent is text, and it is to be found again as it was.
 */
const AS_IT_IS = { content_type: "text/plain" } as const;

export async function forgetFiles(progress: Progress, name: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await progress.setUploaded(name, index, null);
}
