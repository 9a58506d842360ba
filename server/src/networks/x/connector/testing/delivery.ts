import type { Account, Checkpoint, OutgoingComment, OutgoingPost } from "../../../connectors/connector.ts";
import { type Delivery, deliverBy, type Kill } from "../../../connectors/testing/delivery.ts";
import { x } from "../index.ts";
import type { Stage } from "./stage.ts";

export function deliver(
  stage: Stage,
  order: OutgoingPost | OutgoingComment,
  { account = stage.account, kill, checkpoint }: { account?: Account; kill?: Kill; checkpoint?: Checkpoint } = {},
): Delivery {
  return deliverBy(x, order, { ...stage, account, kill, checkpoint });
}
