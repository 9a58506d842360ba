import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Answered, CallReply } from "../../../ground/net/net.ts";
import { retryAfterSeconds } from "../../../ground/net/retry-after.ts";
import type { PublishOutcome } from "../connector.ts";
import { oneLine, parsedJson } from "../reply.ts";

/** The receiver accepted it. Missing or malformed fields are null. */
export interface Taken {
  readonly kind: "taken";
  readonly url: string | null;
  readonly id: string | null;
  readonly name: string | null;
}

type Trouble = Extract<PublishOutcome, { kind: "rejected" | "busy" | "unauthorized" | "unknown" }>;

const UNREACHED_RETRY_SECONDS = 60;
const BUSY_RETRY_SECONDS_DEFAULT = 60;
const ID_LENGTH_MAX = 255;
const NAME_LENGTH_MAX = 100;
const REASON_LENGTH_MAX = 200;
const URL_LENGTH_MAX = 2048;

/** Request Timeout and Too Early: each says that nothing was done. */
const NOT_YET = [408, 425];
const TOO_MANY = 429;
const GONE = 410;
/** Found and See Other: the POST was taken, and what came of it is to be seen elsewhere. Google Apps Script answers so. */
const TAKEN_ELSEWHERE = [302, 303];

/**
 * What a receiver's response means (docs/webhook-channel.md). The status decides, and decides alone if the body is too long or
 * truncated: a 2xx without a readable body is a success, because a receiver that has accepted a post must not get it again.
 * Redirects are not followed, since a signed post would go to an address nobody has verified; 302 and 303 say that the post
 * was taken here, the others that it was not. 410 means the webhook is gone
 * for good, so its channel is deactivated.
 */
export function readAnswer(reply: CallReply, now: Instant): Taken | Trouble {
  if (reply.kind === "unreached") return { kind: "busy", reason: UNREACHED, retryAfterSeconds: UNREACHED_RETRY_SECONDS, scope: "channel" };
  if (reply.kind === "lost") return { kind: "unknown", reason: "The receiver did not respond." };
  const { status } = reply;
  if (status >= 200 && status < 300) return takenOf(reply.text);
  if (TAKEN_ELSEWHERE.includes(status)) return takenOf(null);
  const reason = reasonOf(reply);
  if (status === GONE) return { kind: "unauthorized", reason };
  const wait = retryAfterSeconds(reply.headers, toEpochMilliseconds(now));
  const busy = { kind: "busy", reason, retryAfterSeconds: wait ?? BUSY_RETRY_SECONDS_DEFAULT } as const;
  if (status === TOO_MANY) return { ...busy, scope: "channel" };
  if (NOT_YET.includes(status)) return busy;
  if (status < 500) return { kind: "rejected", reason };
  return { kind: "unknown", reason, ...(wait === null ? {} : { retryAfterSeconds: wait }) };
}

/** One message for every connection failure, so that error texts cannot be used to map an internal network. */
export const UNREACHED = "The receiver could not be reached. Its address must be a public https address on port 443.";

const Reply = z.object({
  url: z.string().max(URL_LENGTH_MAX).refine(isWebAddress).nullable().catch(null),
  id: z
    .union([z.string().min(1), z.int()])
    .transform(String)
    .refine((id) => id.length <= ID_LENGTH_MAX)
    .nullable()
    .catch(null),
  name: z.string().nullable().catch(null),
});

function takenOf(text: string | null): Taken {
  const { url, id, name } = Reply.safeParse(parsedJson(text ?? "")).data ?? { url: null, id: null, name: null };
  return { kind: "taken", url, id, name: name === null ? null : oneLine(name, NAME_LENGTH_MAX) || null };
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Quotes the receiver's own message if it sends one as `{"error": text}` or `{"message": text}`. */
function reasonOf({ status, text }: Answered): string {
  const { error, message } = Words.safeParse(parsedJson(text ?? "")).data ?? {};
  const words = oneLine(error ?? message ?? "", REASON_LENGTH_MAX);
  if (status >= 300 && status < 400) return `The receiver answered with a redirect (status ${status}); use its final address instead.`;
  return words === "" ? `The receiver answered with status ${status}.` : `The receiver answered: ${words} (status ${status})`;
}

const Words = z.object({ error: z.string().optional().catch(undefined), message: z.string().optional().catch(undefined) });
