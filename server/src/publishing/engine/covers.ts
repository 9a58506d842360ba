import type { ChannelOutline } from "@rostrum/contract/outlines.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { App } from "../../app.ts";
import { prepareMedia } from "../../brands/media/prepare.ts";
import { findStoredMedium, type StoredMedia } from "../../brands/media/stored.ts";
import type { DeliveryRow } from "./ledger-store.ts";

interface Covering {
  readonly delivery: Pick<DeliveryRow, "brandId" | "content">;
  readonly outline: ChannelOutline;
  readonly media: readonly StoredMedia[];
}

/**
 * Puts the covers that were chosen on the post's videos, where the platform takes one. None of them keeps a video from going out: without
 * it, the platform chooses a picture.
 */
export async function withCovers(app: App, { delivery, outline, media }: Covering, end: AbortSignal): Promise<readonly StoredMedia[]> {
  const { brandId, content } = delivery;
  const covers = content.pictures?.covers ?? {};
  if (platforms[outline.type].media.videoCover === null || Object.keys(covers).length === 0) return media;
  const covered: StoredMedia[] = [];
  for (const medium of media) {
    const cover = covers[medium.id];
    const stored = cover === undefined ? null : await findStoredMedium(app.db, { brandId, id: cover.id });
    const made = stored === null ? null : await prepareMedia(app, { brandId, media: [stored], channel: outline, asStory: false }, end);
    const [picture] = made?.kind === "ready" ? made.media : [];
    covered.push(cover === undefined || picture === undefined ? medium : { ...medium, cover: { picture, seconds: cover.seconds } });
  }
  return covered;
}
