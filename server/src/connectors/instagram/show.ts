import type { Connector } from "../connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "parts") return plan;
  const parts = plan.parts.map(({ fields, media }) => ({ text: fields.caption ?? "", media, poll: null }));
  return { kind: "shown", parts, title: null, link: null, note: plan.note };
};
