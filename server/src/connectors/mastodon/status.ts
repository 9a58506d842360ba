import { z } from "zod";
import { IdForm } from "../reply.ts";
import { TO_BE_FOUND } from "../to-be-found.ts";
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
  /** Explicit, because the account's default may be followers-only. */
  readonly visibility: "public" | "unlisted";
  /** Else the server takes the account's own. */
  readonly language?: string;
}

/** One status to create, with its name in the progress and its idempotency key. */
export interface StatusOrder {
  readonly server: Server;
  readonly progress: Progress;
  readonly name: string;
  readonly key: string;
  readonly form: StatusForm;
}

const UPLOAD_AGAIN_SECONDS = 5;
const Status = z.object({ id: IdForm, url: z.string().nullish() });

/** Creates the status unless an earlier attempt did. Records the request before sending it, and a refusal after it. */
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
    if (!status.success) return { kind: "unknown", reason: "Mastodon: the response to the post contains no status." };
    const created = { id: status.data.id, url: status.data.url ?? null };
    progress.setCreated(name, created);
    return created;
  }
  // A refusal is about this request alone; an earlier one that got no response may have created the status.
  if (sentBefore !== null) return { kind: "unknown", reason: reasonOf(answer) };
  if (isAlreadyAttached(answer) && form.media_ids !== undefined) {
    // No request of ours has used these files, so the server has deleted them, as it does after a day unused.
    await forgetFiles(progress, name, form.media_ids.length);
    await progress.setSent(name, null);
    return busy("Mastodon: the uploaded files are gone and will be uploaded again", UPLOAD_AGAIN_SECONDS);
  }
  const outcome = outcomeOf(answer, now());
  if (outcome.kind !== "unknown") await progress.setSent(name, null);
  return outcome;
}

/**
 * GoToSocial and Pleroma parse text as Markdown if the account's settings say so, unless the request says otherwise:
 * https://docs.gotosocial.org/en/latest/user_guide/posts/. Plain text also keeps the post recognizable to a lookup.
 */
const AS_IT_IS = { content_type: "text/plain" } as const;

export async function forgetFiles(progress: Progress, name: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await progress.setUploaded(name, index, null);
}
