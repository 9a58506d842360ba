import type { Connector } from "../connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "post") return plan;
  const { summary, picture, link, notes } = plan;
  const media = picture === null ? [] : [picture];
  return { kind: "shown", parts: [{ text: summary, media, poll: null }], title: null, link, note: notes.join(" ") || null };
};
