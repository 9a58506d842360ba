import type { Connector } from "../../connectors/connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "post") return plan;
  const { summary, picture, link, notes } = plan;
  const media = picture === null ? [] : [picture];
  const card = link === null ? null : { url: link, title: "Learn more" };
  return {
    kind: "shown",
    frame: "update",
    parts: [{ text: summary, media, poll: null, card }],
    title: null,
    note: notes.join(" ") || null,
  };
};
