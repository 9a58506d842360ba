import type { Connector } from "../connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "parts") return plan;
  const kind = plan.parts[0]?.kind;
  const parts = plan.parts.map(({ fields, media }) => ({ text: fields.caption ?? "", media, poll: null, card: null }));
  return { kind: "shown", frame: kind === "story" || kind === "reel" ? kind : "post", parts, title: null, note: plan.note };
};
