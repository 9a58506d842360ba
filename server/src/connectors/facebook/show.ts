import type { Connector } from "../connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind === "rejected" || plan.kind === "unsuitable") return plan;
  const { note } = plan;
  if (plan.kind === "stories") {
    const parts = plan.media.map((medium) => ({ text: "", media: [medium], poll: null }));
    return { kind: "shown", parts, title: null, link: null, note };
  }
  if (plan.kind === "feed") {
    const parts = [{ text: plan.message, media: plan.photos, poll: null }];
    return { kind: "shown", parts, title: null, link: plan.link?.url ?? null, note };
  }
  return { kind: "shown", parts: [{ text: plan.description, media: [plan.video], poll: null }], title: plan.title, link: null, note };
};
