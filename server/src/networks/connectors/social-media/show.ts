import type { Connector } from "../connector.ts";

/** The receiver gets everything, and decides what readers see. */
export const show: NonNullable<Connector["show"]> = ({ text, media, poll, title, link }) => ({
  kind: "shown",
  frame: "post",
  parts: [
    {
      text,
      media,
      poll: poll === null ? null : { question: poll.question, options: poll.options },
      card: link === null ? null : { url: link, title },
    },
  ],
  title,
  note: null,
});
