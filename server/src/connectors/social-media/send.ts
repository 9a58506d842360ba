import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { CallReply } from "../../net/net.ts";
import type { Call } from "../connector.ts";
import type { Json } from "../json.ts";
import { type Credentials, targetOf } from "./credentials.ts";
import { signatureOf } from "./sign.ts";

export type EventName = "ping" | "post" | "comment";

export interface Delivery {
  readonly event: EventName;
  /** The same on every attempt of a delivery, so that the receiver can recognize a repeat. */
  readonly id: string;
  readonly content: { readonly [name: string]: Json };
}

/** A response holds little more than an address. The limit is documented in `docs/webhook.md`. */
const REPLY_BYTES_MAX = 64 * 1024;

/** Sends one signed request. The header names are part of the interface described in `docs/webhook.md`. */
export function send(delivery: Delivery, credentials: Credentials, call: Call): Promise<CallReply> {
  const body = JSON.stringify({ event: delivery.event, delivery: delivery.id, ...delivery.content });
  const timestamp = String(Math.floor(toEpochMilliseconds(call.now()) / 1000));
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
