import { fetchPicture, readCard } from "../cards/read.ts";
import type { Json } from "../json.ts";
import type { CardOrder } from "./outline.ts";
import { type Uploader, uploadBlob } from "./upload.ts";

/** Lexicon of `app.bsky.embed.external`. */
const THUMB_BYTES_MAX = 1_000_000;

/**
 * Builds a page's card. The network makes none, so title, description and picture are read from the page here. If the page
 * cannot be read there is no card, or one with the bare address if the link would otherwise be lost. A picture that cannot
 * be fetched is left out: a card never stops a post.
 */
export async function embedCard({ url, inText }: CardOrder, uploader: Uploader): Promise<Json | null> {
  const page = await readCard(url, uploader.call);
  if (page === null && inText) return null;
  const thumb = page === null || page.imageUrl === null ? null : await uploadThumb(page.imageUrl, uploader);
  const facts = { uri: url, title: page?.title ?? new URL(url).host, description: page?.description ?? "" };
  return { $type: "app.bsky.embed.external", external: { ...facts, ...(thumb === null ? {} : { thumb }) } };
}

async function uploadThumb(url: string, uploader: Uploader): Promise<Json | null> {
  const picture = await fetchPicture(url, THUMB_BYTES_MAX, uploader.call);
  if (picture === null) return null;
  const uploaded = await uploadBlob(picture, uploader);
  return "blob" in uploaded ? uploaded.blob : null;
}
