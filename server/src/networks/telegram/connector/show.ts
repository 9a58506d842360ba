import { linksIn } from "../../connectors/cards/links.ts";
import type { Connector, ShownPart } from "../../connectors/connector.ts";
import { shownPart } from "../../connectors/shown.ts";
import { type Part, planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post, null);
  if (plan.kind !== "parts") return plan;
  const certain = plan.parts.filter((part) => part.kind !== "text" || part.insteadOfCaptionOf === null);
  return { kind: "shown", frame: "post", parts: certain.map(partOf), title: null, note: plan.note };
};

function partOf(part: Part): ShownPart {
  // Only a message of text alone gets a card, of its first link.
  if (part.kind === "text") {
    const [url] = linksIn(part.text);
    return shownPart(part.text, [], { link: url });
  }
  if (part.kind === "files") return shownPart(part.caption, part.bundle.files);
  return shownPart(part.caption, [], { poll: part.poll });
}
