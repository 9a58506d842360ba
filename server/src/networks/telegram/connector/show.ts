import { linksIn } from "../../connectors/cards/links.ts";
import type { Connector, ShownPart } from "../../connectors/connector.ts";
import { type Part, planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post, null);
  if (plan.kind !== "parts") return plan;
  const certain = plan.parts.filter((part) => part.kind !== "text" || part.insteadOfCaptionOf === null);
  return { kind: "shown", frame: "post", parts: certain.map(shownPart), title: null, note: plan.note };
};

function shownPart(part: Part): ShownPart {
  // Only a message of text alone gets a card, of its first link.
  if (part.kind === "text") {
    const [url] = linksIn(part.text);
    return { text: part.text, media: [], poll: null, card: url === undefined ? null : { url, title: null } };
  }
  if (part.kind === "files") return { text: part.caption, media: part.bundle.files, poll: null, card: null };
  const { question, options } = part.poll;
  return { text: part.caption, media: [], poll: { question, options }, card: null };
}
