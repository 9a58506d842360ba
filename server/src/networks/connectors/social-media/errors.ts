import { z } from "zod";
import type { Answered, CallReply } from "../../../ground/net/net.ts";
import type { Call } from "../connector.ts";
import { oneLine, parsedJson } from "../reply.ts";
import { type Refusal, signsBy, type Trouble, unlessAsked } from "../signs.ts";

/** The receiver accepted it. Missing or malformed fields are null. */
export interface Taken {
  readonly kind: "taken";
  readonly url: string | null;
  readonly id: string | null;
  readonly name: string | null;
}

type Refused = Refusal & Omit<Answered, "kind">;

const ID_LENGTH_MAX = 255;
const NAME_LENGTH_MAX = 100;
const REASON_LENGTH_MAX = 200;
const URL_LENGTH_MAX = 2048;

const BUSY_SECONDS = unlessAsked(60);

const { troubleAfter } = signsBy({
  network: "The receiver",
  reasonOf: (failure: Refused | Exclude<CallReply, Answered>) => {
    if (failure.kind === "unreached") return UNREACHED;
    return failure.kind === "lost" ? "The receiver did not respond." : reasonOf(failure);
  },
  said: (_: Refused) => ({ isOwn: true }),
})({
  throttled: { means: { kind: "busy", seconds: BUSY_SECONDS, scope: "channel" } },
  /** Request Timeout and Too Early: each says that nothing was done. */
  "not yet": { statuses: [408, 425], means: { kind: "busy", seconds: BUSY_SECONDS } },
  gone: { statuses: [410], means: { kind: "unauthorized" } },
  "dead token": { means: { kind: "rejected" } },
});

/** Found and See Other: the POST was taken, and what came of it is to be seen elsewhere. Google Apps Script answers so. */
const TAKEN_ELSEWHERE = [302, 303];

/**
 * What a receiver's response means (docs/webhook-channel.md). The status decides, and decides alone if the body is too long or
 * truncated: a 2xx without a readable body is a success, because a receiver that has accepted a post must not get it again.
 * Redirects are not followed, since a signed post would go to an address nobody has verified; 302 and 303 say that the post
 * was taken here, the others that it was not. 410 means the webhook is gone
 * for good, so its channel is deactivated.
 */
export function readAnswer(reply: CallReply, call: Pick<Call, "now">): Taken | Trouble {
  if (reply.kind !== "answered") return troubleAfter(reply, call);
  const { status, text } = reply;
  if (status >= 200 && status < 300) return takenOf(text);
  return TAKEN_ELSEWHERE.includes(status) ? takenOf(null) : troubleAfter({ ...reply, kind: "refused" }, call);
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
function reasonOf({ status, text }: Refused): string {
  const { error, message } = Words.safeParse(parsedJson(text ?? "")).data ?? {};
  const words = oneLine(error ?? message ?? "", REASON_LENGTH_MAX);
  if (status >= 300 && status < 400) return `The receiver answered with a redirect (status ${status}); use its final address instead.`;
  return words === "" ? `The receiver answered with status ${status}.` : `The receiver answered: ${words} (status ${status})`;
}

const Words = z.object({ error: z.string().optional().catch(undefined), message: z.string().optional().catch(undefined) });
