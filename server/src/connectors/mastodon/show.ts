import type { Connector } from "../connector.ts";
import { limitsFrom } from "./limits.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post, { settings }) => {
  const plan = planPost(post, limitsFrom(settings));
  if (plan.kind !== "parts") return plan;
  const parts = plan.parts.map(({ text, media, poll }) => ({
    text,
    media,
    poll: poll === null ? null : { question: null, options: poll.options },
  }));
  return { kind: "shown", parts, title: null, link: null, note: plan.note };
};
