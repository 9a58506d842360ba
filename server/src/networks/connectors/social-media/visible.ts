import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { CallReply } from "../../../ground/net/net.ts";
import type { Call } from "../connector.ts";
import type { Json } from "../json.ts";
import { aheadBy } from "../reply.ts";
import { type Credentials, targetOf } from "./credentials.ts";
import { signatureOf } from "./sign.ts";

export type EventName = "ping" | "post" | "comment";

export interface Delivery {
  readonly event: EventName;
  /** The same on every attempt of a delivery, so that the receiver can recognize a repeat. */
  readonly id: string;
  readonly content: { readonly [name: string]: Json };
}

/** A response holds little more than an address. The limit is documented in `docs/webhook-channel.md`. */
const REPLY_BYTES_MAX = 64 * 1024;

/** With these, receivers refuse a signature. */
const REFUSED = [400, 401, 403];
/** Less between two clocks does not make a signature too old. */
const TOLERATED_SECONDS = 60;

/**
 * Sends one signed request. Receivers are to refuse what was signed more than five minutes from their time: if that may be why one
 * refuses it, it is signed again by the time that the answer tells.
 */
export async function send(delivery: Delivery, credentials: Credentials, call: Call): Promise<CallReply> {
  const reply = await sendSigned(delivery, credentials, { call, aheadSeconds: 0 });
  if (reply.kind !== "answered" || !REFUSED.includes(reply.status)) return reply;
  const aheadSeconds = aheadBy(reply.headers, call.now());
  if (aheadSeconds === null || Math.abs(aheadSeconds) <= TOLERATED_SECONDS) return reply;
  return sendSigned(delivery, credentials, { call, aheadSeconds });
}

interface Signing {
  readonly call: Call;
  /** How far the receiver's clock is ahead of ours. */
  readonly aheadSeconds: number;
}

/** The header names are part of the interface described in `docs/webhook-channel.md`. */
function sendSigned(delivery: Delivery, credentials: Credentials, { call, aheadSeconds }: Signing): Promise<CallReply> {
  const body = JSON.stringify({ event: delivery.event, delivery: delivery.id, ...delivery.content });
  const timestamp = String(Math.floor(toEpochMilliseconds(call.now()) / 1000 + aheadSeconds));
  return call.net.call({
    method: "POST",
    url: targetOf(credentials, call.baseUrl),
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      "rostrum-event": delivery.event,
      "rostrum-delivery": delivery.id,
      "rostrum-timestamp": timestamp,
      "rostrum-signature": signatureOf(credentials.secret, timestamp, body),
    },
    body,
    // Also where the operator has set the same address for something else.
    ...(call.baseUrl === null ? { guarded: true } : {}),
    maxBytes: REPLY_BYTES_MAX,
    signal: call.signal,
  });
}
