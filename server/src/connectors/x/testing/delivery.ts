import type { Account, OutgoingComment, OutgoingPost } from "../../connector.ts";
import { type Delivery, deliverBy, type Kill } from "../../testing/delivery.ts";
import { x } from "../index.ts";
import type { Stage } from "./stage.ts";

export function deliver(
  stage: Stage,
  order: OutgoingPost | OutgoingComment,
  { account = stage.account, kill }: { account?: Account; kill?: Kill } = {},
): Delivery {
  return deliverBy(x, order, { ...stage, account, kill });
}
