import type { Connector } from "../../connectors/connector.ts";
import { shownPart } from "../../connectors/shown.ts";
import { planPost } from "./plan.ts";
import { settingsOf } from "./settings.ts";
import { lastLink, lengthMax } from "./text.ts";

export const show: NonNullable<Connector["show"]> = (post, { settings }) => {
  const plan = planPost(post, lengthMax(settingsOf(settings).premium));
  if (plan.kind !== "pieces") return plan;
  const parts = plan.pieces.map(({ text, media, poll }) => {
    // Media or a poll take the place of the card.
    const url = media.length === 0 && poll === null ? lastLink(text) : null;
    return shownPart(text, media, { poll, link: url });
  });
  return { kind: "shown", frame: "post", parts, title: null, note: plan.note };
};
