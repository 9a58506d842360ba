import type { Connector } from "../connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post, { channelId }) => {
  const plan = planPost(post, channelId);
  if (plan.kind !== "video") return plan;
  const { video, title, description, notes } = plan;
  return { kind: "shown", parts: [{ text: description, media: [video], poll: null }], title, link: null, note: notes.join(" ") || null };
};
