import type { Connector } from "../connector.ts";
import { planPost } from "./plan.ts";
import { settingsOf } from "./settings.ts";
import { lengthMax } from "./text.ts";

export const show: NonNullable<Connector["show"]> = (post, { settings }) => {
  const plan = planPost(post, lengthMax(settingsOf(settings).premium));
  if (plan.kind !== "pieces") return plan;
  const parts = plan.pieces.map(({ text, media, poll }) => ({
    text,
    media,
    poll: poll === null ? null : { question: null, options: poll.options },
  }));
  return { kind: "shown", parts, title: null, link: null, note: plan.note };
};
