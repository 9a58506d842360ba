import type { Account, OutgoingComment, OutgoingPost } from "../../../connectors/connector.ts";
import { type Delivery, deliverBy, type Kill } from "../../../connectors/testing/delivery.ts";
import { linkedin } from "../index.ts";
import type { Stage } from "./stage.ts";

/** As the Page unless told otherwise. */
export function deliver(
  stage: Stage,
  order: OutgoingPost | OutgoingComment,
  { as: account = stage.page, kill }: { as?: Account; kill?: Kill } = {},
): Delivery {
  return deliverBy(linkedin, order, { ...stage, account, kill });
}
