import type { Connector } from "../../connectors/connector.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "pin") return plan;
  const { words, video, images, note } = plan.pin;
  const media = video === null ? images : [video];
  const card = words.link === undefined || words.link === null ? null : { url: words.link, title: null };
  const parts = [{ text: words.description ?? "", media, poll: null, card }];
  return { kind: "shown", frame: "pin", parts, title: words.title ?? null, note };
};
