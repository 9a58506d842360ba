import type { Connector } from "../../connectors/connector.ts";
import { planPost, textOf } from "./plan.ts";
import { commentaryOf, mentionsIn, shownText } from "./text.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "post") return plan;
  const files = [plan.film, plan.document].filter((file) => file !== null);
  const poll = plan.poll === null || post.poll === null ? null : { question: post.poll.question, options: post.poll.options };
  const card = plan.card === null ? null : { url: plan.card.url, title: plan.card.title };
  const text = textOf(post);
  const isTitled = plan.document !== null || plan.film !== null;
  return {
    kind: "shown",
    frame: "post",
    parts: [{ text: shownText(commentaryOf(text)), mentions: mentionsIn(text), media: [...plan.images, ...files], poll, card }],
    title: isTitled ? plan.title : null,
    note: plan.note,
  };
};
