import type { Connector } from "../../connectors/connector.ts";
import { placeNameIn } from "../../connectors/meta/places.ts";
import { shownPart } from "../../connectors/shown.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind !== "parts") return plan;
  const kind = plan.parts[0]?.kind;
  const parts = plan.parts.map(({ fields, media }) => shownPart(fields.caption ?? "", media));
  const place = plan.parts.some(({ fields }) => fields.location_id !== undefined) ? placeNameIn(post.options) : null;
  return { kind: "shown", frame: kind === "story" || kind === "reel" ? kind : "post", parts, title: null, place, note: plan.note };
};
