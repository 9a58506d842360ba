import { optionsFor } from "@rostrum/contract/platform-options.ts";
import { withScheme } from "@rostrum/contract/post-link.ts";
import { splitOn, writtenSegments } from "@rostrum/contract/preflight-text.ts";
import type { App } from "../../app.ts";
import { channelOutline } from "../../brands/channels/outline.ts";
import { mediaLink } from "../../brands/media/link.ts";
import { outgoingMedia } from "../../brands/media/outgoing.ts";
import type { StoredMedia } from "../../brands/media/stored.ts";
import type { OutgoingComment, OutgoingPost } from "../../networks/connectors/connector.ts";
import type { Content } from "./frozen-content.ts";
import type { DeliveryRow } from "./ledger-store.ts";
import type { EngineChannel } from "./store.ts";

/** What goes to a channel, with files in a form the platform accepts. */
interface Going {
  readonly delivery: DeliveryRow;
  readonly channel: EngineChannel;
  readonly media: readonly StoredMedia[];
  /** The parts if the service has split the caption into a thread. */
  readonly split: readonly string[] | null;
}

/**
 * The parts into which the caption is split for this channel; null if it stays whole. The first attempt decides, and its
 * decision is stored: limits may change between attempts, and half of the thread may already be published.
 */
export function splitFor(app: App, { delivery, channel }: Pick<Going, "delivery" | "channel">): readonly string[] | null {
  if (delivery.parentId !== null) return null;
  return delivery.steps > 0 ? delivery.split : splitOn(delivery.content, channelOutline(app, channel));
}

/** The post as the channel's connector receives it; the same on every attempt of the delivery. */
export function outgoingPost(app: App, { delivery, channel, media, split }: Going): OutgoingPost {
  const { content } = delivery;
  const link = (media: StoredMedia) => mediaLink(app, { ...media, brandId: delivery.brandId });
  return {
    key: delivery.key,
    dueAt: delivery.dueAt,
    type: split === null ? content.type : "THREAD",
    text: content.text,
    segments: split ?? writtenSegments(content),
    title: content.title,
    alt: content.alt,
    link: withScheme(content.link),
    poll: content.poll,
    media: media.map((medium, index) =>
      outgoingMedia(app, { ...medium, part: content.mediaParts?.[index] ?? 0 }, { alt: altOf(content, index), link }),
    ),
    asStory: content.asStory,
    options: optionsFor(channel.type, content.platforms),
  };
}

/** A text of the file's own goes before the one for all of them. */
function altOf({ alt, mediaAlts }: Content, index: number): string | null {
  return mediaAlts?.[index] ?? alt;
}

export function outgoingComment(delivery: DeliveryRow, remoteId: string): OutgoingComment {
  return { key: delivery.key, dueAt: delivery.dueAt, text: delivery.content.comment?.comment ?? "", remoteId };
}
