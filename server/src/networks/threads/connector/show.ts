import { linksIn } from "../../connectors/cards/links.ts";
import type { Connector } from "../../connectors/connector.ts";
import { shownPart } from "../../connectors/shown.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "pieces") return plan;
  const parts = plan.pieces.map(({ text, media, poll, link }) => {
    // A text without a link of its own gets the card of the first one in it.
    const [found] = media.length === 0 && poll === null ? linksIn(text) : [];
    const url = link ?? found;
    return shownPart(text, media, { poll: poll === null ? null : { options: poll }, link: url });
  });
  return { kind: "shown", frame: "post", parts, title: null, note: plan.note };
};
