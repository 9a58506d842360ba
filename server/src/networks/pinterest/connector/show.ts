import type { Connector } from "../../connectors/connector.ts";
import { shownPart } from "../../connectors/shown.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "pin") return plan;
  const { words, video, images, note } = plan.pin;
  const media = video === null ? images : [video];
  const parts = [shownPart(words.description ?? "", media, { link: words.link })];
  return { kind: "shown", frame: "pin", parts, title: words.title ?? null, note };
};
