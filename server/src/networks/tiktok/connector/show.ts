import type { Connector } from "../../connectors/connector.ts";
import { shownPart } from "../../connectors/shown.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind === "video") {
    const parts = [shownPart(plan.caption, [plan.video])];
    return { kind: "shown", frame: "video", parts, title: null, note: plan.note };
  }
  if (plan.kind !== "photos") return plan;
  const parts = [shownPart(plan.description, plan.photos)];
  return { kind: "shown", frame: "post", parts, title: plan.title === "" ? null : plan.title, note: plan.note };
};
