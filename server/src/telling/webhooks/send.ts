import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import type { CallReply } from "../../ground/net/net.ts";
import { retryAfterSeconds } from "../../ground/net/retry-after.ts";
import { Redactor } from "../../ground/observability/redactor.ts";
import type { Answer } from "./rules.ts";
import { openKeysOrNull } from "./sealed.ts";
import type { SendRow } from "./sends-store.ts";
import { signaturesOf } from "./sign.ts";

/** From the connection to the last byte of the answer: what the specification proposes is 15 to 30 seconds. */
export const SENDING_SECONDS_MAX = 20;
/** An answer that is longer than this is not read: its status alone matters. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** What is kept of an answer. */
const ANSWER_LENGTH_MAX = 1000;

/** What the receiver said, and what of it is kept. */
export interface Sent extends Answer {
  readonly text: string | null;
}

/** Sends one request: the same bytes under the same id every time, signed for this moment. */
export async function sendEvent(app: App, row: SendRow, signal: AbortSignal): Promise<Sent> {
  const now = app.clock.now();
  const keys = openKeysOrNull(app, row.webhookId, row.secrets);
  if (keys === null) return { status: null, retryAfterSeconds: null, sent: false, text: null, isUnsigned: true };
  const timestamp = Math.floor(toEpochMilliseconds(now) / 1000);
  const reply = await app.net.call({
    method: "POST",
    url: row.url,
    headers: {
      "content-type": "application/json",
      "webhook-id": row.eventId,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signaturesOf({ id: row.eventId, timestamp, body: row.body }, keys, now),
    },
    body: row.body,
    guarded: true,
    timeoutSeconds: SENDING_SECONDS_MAX,
    maxBytes: ANSWER_BYTES_MAX,
    signal,
  });
  const redactor = new Redactor();
  redactor.hide({ url: row.url });
  for (const { secret, key } of [keys, ...keys.old]) redactor.hide({ secret, key, bare: secret.slice(secret.indexOf("_") + 1) });
  return sentOf(reply, redactor, toEpochMilliseconds(now));
}

function sentOf(reply: CallReply, redactor: Redactor, nowMilliseconds: number): Sent {
  if (reply.kind !== "answered") return { status: null, retryAfterSeconds: null, sent: reply.kind === "lost", text: null };
  const { status, headers, text } = reply;
  return {
    status,
    retryAfterSeconds: retryAfterSeconds(headers, nowMilliseconds),
    sent: true,
    text: text === null ? null : withoutControls(redactor.clean(text, ANSWER_LENGTH_MAX)),
  };
}

/** Line breaks and tabs are kept; other control characters could do things to a terminal. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => (character === "\n" || character === "\t" ? character : ""));
}
