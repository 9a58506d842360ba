import type { Connector } from "../connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "pieces") return plan;
  const parts = plan.pieces.map(({ text, media, poll }) => ({
    text,
    media,
    poll: poll === null ? null : { question: null, options: poll },
  }));
  return { kind: "shown", parts, title: null, link: plan.pieces[0]?.link ?? null, note: plan.note };
};
