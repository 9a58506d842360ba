import type { OutgoingMedia, ShownPart } from "./connector.ts";

interface Beside {
  /** Null and absent: none. Networks that ask no question of their own have the text in its place. */
  readonly poll?: { readonly question?: string | null; readonly options: readonly string[] } | null;
  /** Of the card below it, whose title the network takes from the page. */
  readonly link?: string | null | undefined;
}

/** What a preview shows of a part. */
export function shownPart(text: string, media: readonly OutgoingMedia[], { poll = null, link = null }: Beside = {}): ShownPart {
  return {
    text,
    media,
    poll: poll === null ? null : { question: poll.question ?? null, options: poll.options },
    card: link === null ? null : { url: link, title: null },
  };
}
