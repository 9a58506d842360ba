import { fetchPicture, NO_PICTURE_NOTE, readCard } from "../../connectors/cards/read.ts";
import type { ImageDemand } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import type { CardOrder } from "./outline.ts";
import { type Uploader, uploadBlob } from "./upload.ts";

/** Lexicon of `app.bsky.embed.external`. */
const THUMB: ImageDemand = { types: ["image/jpeg", "image/png"], maxBytes: 1_000_000 };

export interface Embedded {
  readonly embed: Json | null;
  /** What is missing of it. */
  readonly note: string | null;
}

/**
 * Builds a page's card. The network makes none, so title, description and picture are read from the page here. If the page
 * cannot be read there is no card, or one with the bare address if the link would otherwise be lost. A picture that cannot
 * be fetched or made to fit is left out: a card never stops a post.
 */
export async function embedCard({ url, inText }: CardOrder, uploader: Uploader): Promise<Embedded> {
  const page = await readCard(url, uploader.call);
  if (page === null && inText) return { embed: null, note: null };
  const thumb = page === null || page.imageUrl === null ? null : await uploadThumb(page.imageUrl, uploader);
  const facts = { uri: url, title: page?.title ?? new URL(url).host, description: page?.description ?? "" };
  return {
    embed: { $type: "app.bsky.embed.external", external: { ...facts, ...(thumb === null ? {} : { thumb }) } },
    note: page !== null && page.imageUrl !== null && thumb === null ? NO_PICTURE_NOTE : null,
  };
}

async function uploadThumb(url: string, uploader: Uploader): Promise<Json | null> {
  const picture = await fetchPicture(url, THUMB, uploader.call);
  if (picture === null) return null;
  const uploaded = await uploadBlob(picture, uploader);
  return "blob" in uploaded ? uploaded.blob : null;
}
