import type { Connector } from "../../connectors/connector.ts";
import { outlinePost } from "./outline.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const outline = outlinePost(post);
  if ("kind" in outline) return outline;
  const parts = outline.parts.map(({ marked, media, card }) => ({
    text: marked.text,
    media,
    poll: null,
    card: card === null ? null : { url: card.url, title: null },
  }));
  return { kind: "shown", frame: "post", parts, title: null, note: outline.note };
};
