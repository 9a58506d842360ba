import type { Connector } from "../../connectors/connector.ts";
import { shownPart } from "../../connectors/shown.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post, { channelId }) => {
  const plan = planPost(post, channelId);
  if (plan.kind !== "video") return plan;
  const { video, title, description, notes, mayBeShort } = plan;
  const parts = [shownPart(description, [video])];
  return { kind: "shown", frame: mayBeShort ? "short" : "video", parts, title, note: notes.join(" ") || null };
};
