import type { Connector } from "../connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind === "video") {
    return { kind: "shown", parts: [{ text: plan.caption, media: [plan.video], poll: null }], title: null, link: null, note: plan.note };
  }
  if (plan.kind !== "photos") return plan;
  const parts = [{ text: plan.description, media: plan.photos, poll: null }];
  return { kind: "shown", parts, title: plan.title === "" ? null : plan.title, link: null, note: plan.note };
};
