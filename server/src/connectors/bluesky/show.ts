import type { Connector } from "../connector.ts";
import { outlinePost } from "./outline.ts";

export const show: NonNullable<Connector["show"]> = (post) => {
  const outline = outlinePost(post);
  if ("kind" in outline) return outline;
  const parts = outline.parts.map(({ marked, media }) => ({ text: marked.text, media, poll: null }));
  return { kind: "shown", parts, title: null, link: outline.parts[0]?.card?.url ?? null, note: outline.note };
};
