import type { Instant } from "@rostrum/contract/formats.ts";
import { CAPTION_LENGTH_MAX, LINK_LENGTH_MAX, TITLE_LENGTH_MAX } from "@rostrum/contract/limits.ts";
import { TITLE_TEMPLATE_DEFAULT } from "@rostrum/contract/templates.ts";
import type { FeedItem } from "../feeds/item.ts";
import { cutText, render } from "../feeds/template.ts";

export interface Templates {
  readonly name: string;
  readonly title: string;
  readonly caption: string;
}

export interface PostText {
  readonly title: string | null;
  /** Never empty. */
  readonly body: string;
  readonly link: string | null;
}

/** An item with a resolved date. */
export type DatedItem = FeedItem & { readonly publishedAt: Instant };

/**
 * The text of the post an item becomes. If the templates yield nothing, the caption is the item's title, link or file, or as a
 * last resort the automation's name. A link that is too long for the post's field is left out instead of cut.
 */
export function composeText(templates: Templates, item: DatedItem): PostText {
  const title = render(templates.title.trim() === "" ? TITLE_TEMPLATE_DEFAULT : templates.title, item, TITLE_LENGTH_MAX);
  const caption = render(templates.caption, item);
  const [body = templates.name] = [caption, item.title, item.link, item.audio, item.video, item.images[0]?.url].filter(hasText);
  return {
    title: title || null,
    body: cutText(body, CAPTION_LENGTH_MAX),
    link: item.link !== null && item.link.length <= LINK_LENGTH_MAX ? item.link : null,
  };
}

function hasText(text: string | null | undefined): text is string {
  return typeof text === "string" && text.trim() !== "";
}
