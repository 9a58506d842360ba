import type { Connector } from "../../connectors/connector.ts";
import { shownPart } from "../../connectors/shown.ts";
import { outlinePost } from "./outline.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const outline = outlinePost(post);
  if ("kind" in outline) return outline;
  const parts = outline.parts.map(({ marked, media, card }) => shownPart(marked.text, media, { link: card?.url }));
  return { kind: "shown", frame: "post", parts, title: null, note: outline.note };
};
