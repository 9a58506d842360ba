import type { Connector } from "../../connectors/connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind === "video") {
    const parts = [{ text: plan.caption, media: [plan.video], poll: null, card: null }];
    return { kind: "shown", frame: "video", parts, title: null, note: plan.note };
  }
  if (plan.kind !== "photos") return plan;
  const parts = [{ text: plan.description, media: plan.photos, poll: null, card: null }];
  return { kind: "shown", frame: "post", parts, title: plan.title === "" ? null : plan.title, note: plan.note };
};
