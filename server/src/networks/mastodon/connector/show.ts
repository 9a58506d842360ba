import { linksIn } from "../../connectors/cards/links.ts";
import type { Connector } from "../../connectors/connector.ts";
import { shownPart } from "../../connectors/shown.ts";
import { limitsFrom } from "./limits.ts";
import { planPost } from "./plan.ts";

export const show: NonNullable<Connector["show"]> = (post, { settings }) => {
  const plan = planPost(post, limitsFrom(settings));
  if (plan.kind !== "parts") return plan;
  const parts = plan.parts.map(({ text, media, poll }) => {
    // The server makes a card of a text's first link, and shows it where no media stand.
    const [url] = media.length === 0 ? linksIn(text) : [];
    return shownPart(text, media, { poll, link: url });
  });
  return { kind: "shown", frame: "post", parts, title: null, note: plan.note };
};
