import type { Connector, ShownPart } from "../connector.ts";
import { type Part, planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post, null);
  if (plan.kind !== "parts") return plan;
  const certain = plan.parts.filter((part) => part.kind !== "text" || part.insteadOfCaptionOf === null);
  return { kind: "shown", parts: certain.map(shownPart), title: null, link: null, note: plan.note };
};

function shownPart(part: Part): ShownPart {
  if (part.kind === "text") return { text: part.text, media: [], poll: null };
  if (part.kind === "files") return { text: part.caption, media: part.bundle.files, poll: null };
  const { question, options } = part.poll;
  return { text: part.caption, media: [], poll: { question, options } };
}
