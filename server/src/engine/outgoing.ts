import { platforms } from "@rostrum/contract/platforms.ts";
import type { App } from "../app.ts";
import type { OutgoingComment, OutgoingPost } from "../connectors/connector.ts";
import { mediaLink } from "../media/link.ts";
import { outgoingMedia } from "../media/outgoing.ts";
import type { StoredMedia } from "../media/stored.ts";
import { optionsFor, segmentsOf } from "./content.ts";
import type { DeliveryRow } from "./ledger.ts";
import type { EngineChannel } from "./store.ts";

/** What goes to a channel, its files as the platform takes them. */
interface Going {
  readonly delivery: DeliveryRow;
  readonly channel: EngineChannel;
  readonly media: readonly StoredMedia[];
}

/** The post as the connector of this channel is given it; the same on every attempt of the delivery. */
export function outgoingPost(app: App, { delivery, channel, media }: Going): OutgoingPost {
  const { content } = delivery;
  const link = (media: StoredMedia) => mediaLink(app, { ...media, brandId: delivery.brandId });
  return {
    key: delivery.key,
    dueAt: delivery.dueAt,
    type: content.type,
    text: content.text,
    segments: segmentsOf(content),
    title: content.title,
    alt: content.alt,
    link: content.link,
    poll: content.poll,
    media: media.map((medium) => outgoingMedia(app, medium, link)),
    asStory: content.asStory,
    options: optionsFor(platforms[channel.type].slug, content.platforms),
  };
}

export function outgoingComment(delivery: DeliveryRow, remoteId: string): OutgoingComment {
  return { key: delivery.key, dueAt: delivery.dueAt, text: delivery.content.comment?.comment ?? "", remoteId };
}
