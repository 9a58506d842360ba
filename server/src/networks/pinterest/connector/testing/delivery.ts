import type { OutgoingPost } from "../../../connectors/connector.ts";
import { type Delivery, deliverBy, type Kill } from "../../../connectors/testing/delivery.ts";
import { pinterest } from "../index.ts";
import { PIN_CALL, type Stage } from "./stage.ts";

export function deliver(stage: Stage, post: OutgoingPost, kill?: Kill): Delivery {
  return deliverBy(pinterest, post, { ...stage, kill });
}

/** The requests that make a pin, as their JSON. */
export function pinCalls({ exchanges }: Stage): Readonly<Record<string, unknown>>[] {
  return exchanges
    .filter(({ request: { method, url } }) => method === PIN_CALL.method && PIN_CALL.path.test(new URL(url).pathname))
    .map(({ request: { body } }) => JSON.parse(typeof body === "string" ? body : Buffer.from(body as Uint8Array).toString()));
}
