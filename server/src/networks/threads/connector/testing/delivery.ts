import type { OutgoingComment, OutgoingPost } from "../../../connectors/connector.ts";
import { type Delivery, deliverBy, type Kill } from "../../../connectors/testing/delivery.ts";
import { threads } from "../index.ts";
import type { Stage } from "./stage.ts";

export function deliver(stage: Stage, order: OutgoingPost | OutgoingComment, kill?: Kill): Delivery {
  return deliverBy(threads, order, { ...stage, kill });
}
