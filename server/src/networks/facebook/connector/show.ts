import type { Connector } from "../../connectors/connector.ts";
import { placeNameIn } from "../../connectors/meta/places.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const plan = planPost(post);
  if (plan.kind === "rejected" || plan.kind === "unsuitable") return plan;
  const { note } = plan;
  if (plan.kind === "stories") {
    const parts = plan.media.map((medium) => ({ text: "", media: [medium], poll: null, card: null }));
    return { kind: "shown", frame: "story", parts, title: null, note };
  }
  const place = plan.placeId === null ? null : placeNameIn(post.options);
  if (plan.kind === "feed") {
    const card = plan.link === null ? null : { url: plan.link.url, title: null };
    return {
      kind: "shown",
      frame: "post",
      parts: [{ text: plan.message, media: plan.photos, poll: null, card }],
      title: null,
      place,
      note,
    };
  }
  const parts = [{ text: plan.description, media: [plan.video], poll: null, card: null }];
  return { kind: "shown", frame: plan.kind === "reel" ? "reel" : "post", parts, title: plan.title, place, note };
};
