import type { Connector } from "../connector.ts";
import { planPost, textOf } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "post") return plan;
  const files = [plan.film, plan.document].filter((file) => file !== null);
  const poll = plan.poll === null || post.poll === null ? null : { question: post.poll.question, options: post.poll.options };
  const isTitled = plan.document !== null || plan.film !== null || plan.card !== null;
  return {
    kind: "shown",
    parts: [{ text: textOf(post), media: [...plan.images, ...files], poll }],
    title: isTitled ? plan.title : null,
    link: plan.card?.url ?? null,
    note: plan.note,
  };
};
