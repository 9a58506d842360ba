import type { Connector } from "../../connectors/connector.ts";
import { placeNameIn } from "../../connectors/meta/places.ts";
import { shownPart } from "../../connectors/shown.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind === "rejected" || plan.kind === "unsuitable") return plan;
  const { note } = plan;
  if (plan.kind === "stories") {
    const parts = plan.media.map((medium) => shownPart("", [medium]));
    return { kind: "shown", frame: "story", parts, title: null, note };
  }
  const place = plan.placeId === null ? null : placeNameIn(post.options);
  if (plan.kind === "feed") {
    const parts = [shownPart(plan.message, plan.photos, { link: plan.link?.url })];
    return { kind: "shown", frame: "post", parts, title: null, place, note };
  }
  const parts = [shownPart(plan.description, [plan.video])];
  return { kind: "shown", frame: plan.kind === "reel" ? "reel" : "post", parts, title: plan.title, place, note };
};
