import { z } from "zod";
import type { OnceFacts, Send } from "../../connectors/once/visible.ts";
import { IdForm } from "../../connectors/reply.ts";
import { busy } from "../../connectors/signs.ts";
import { ask, type Server } from "./api.ts";
import { doubtAfter, isAlreadyAttached, stopAfter } from "./errors.ts";
import { KEY_HOLDS_SECONDS } from "./keys.ts";
import type { PollForm } from "./plan.ts";
import type { Progress } from "./progress.ts";

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

/** Where keys are kept, one look is enough: the repeat that follows cannot post twice. Elsewhere the list may lag. */
export function factsOf({ keepsKeys }: Server): OnceFacts {
  // What an instance does not list after that is not there, so that nothing limits repetitions.
  const facts = { network: "Mastodon", silencesMax: Number.POSITIVE_INFINITY };
  return keepsKeys
    ? { ...facts, looksSeconds: () => [0], keySeconds: KEY_HOLDS_SECONDS }
    : { ...facts, looksSeconds: () => LOOKS_SECONDS, betweenSeconds: BETWEEN_LOOKS_SECONDS };
}

/** The server may still be processing the request, or its list may lag, so that an absence has to persist so long. */
const LOOKS_SECONDS = [0, 90] as const;
const BETWEEN_LOOKS_SECONDS = 45;

export function sendStatus({ server, progress, name, key, form }: StatusOrder): Send {
  return async (_calls, isRepeated) => {
    const now = server.call.now();
    const json = server.keepsKeys ? form : { ...form, ...AS_IT_IS };
    const answer = await ask(server, { method: "POST", path: "/api/v1/statuses", json, idempotencyKey: key });
    if (answer.kind === "ok") {
      const status = Status.safeParse(answer.body).data;
      if (status === undefined) return { kind: "doubtful", reason: "Mastodon: the response to the post contains no status." };
      return { kind: "made", made: { id: status.id, url: status.url ?? null, at: now } };
    }
    if (!isRepeated && isAlreadyAttached(answer) && form.media_ids !== undefined) {
      // No request of ours has used these files, so the server has deleted them, as it does after a day unused.
      await forgetFiles(progress, name, form.media_ids.length);
      return { kind: "refused", halt: busy("Mastodon: the uploaded files are gone and will be uploaded again", UPLOAD_AGAIN_SECONDS) };
    }
    return doubtAfter(answer, server.call) ?? { kind: "refused", halt: stopAfter(answer, server.call) };
  };
}

/**
 * GoToSocial and Pleroma parse text as Markdown if the account's settings say so, unless the request says otherwise:
 * https://docs.gotosocial.org/en/latest/user_guide/posts/. Plain text also keeps the post recognizable to a lookup.
 */
const AS_IT_IS = { content_type: "text/plain" } as const;

export async function forgetFiles(progress: Progress, name: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await progress.setUploaded(name, index, null);
}
