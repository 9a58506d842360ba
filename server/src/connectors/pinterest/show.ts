import type { Connector } from "../connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "pin") return plan;
  const { words, video, images, note } = plan.pin;
  const media = video === null ? images : [video];
  const parts = [{ text: words.description ?? "", media, poll: null }];
  return { kind: "shown", parts, title: words.title ?? null, link: words.link ?? null, note };
};
