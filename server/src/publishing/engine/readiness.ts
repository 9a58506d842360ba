import type { ChannelOutline } from "@rostrum/contract/outlines.ts";
import { obstacleOf } from "@rostrum/contract/preflight.ts";
import { statusFor } from "@rostrum/contract/reasons.ts";
import type { App } from "../../app.ts";
import { channelOutline } from "../../brands/channels/outline.ts";
import { lookAtMedium } from "../../brands/media/catch-up.ts";
import { conversionsOf } from "../../brands/media/conversions.ts";
import { inTurnOfBrand } from "../../brands/media/in-turn.ts";
import { prepareMedia } from "../../brands/media/prepare.ts";
import { findStoredMedia, type StoredMedia } from "../../brands/media/stored.ts";
import { withCovers } from "./covers.ts";
import { ownPreferences } from "./frozen-content.ts";
import type { DeliveryRow } from "./ledger-store.ts";
import type { Reason } from "./rules.ts";
import type { EngineChannel } from "./store.ts";

export type Readiness =
  | { readonly kind: "ready"; readonly media: readonly StoredMedia[] }
  /** Ends the delivery without calling the platform: the forecast rules it out, or a file cannot be converted. */
  | { readonly kind: "refused"; readonly status: "SKIPPED" | "FAILED"; readonly reason: Reason; readonly message: string }
  /** Files cannot be read or stored right now. */
  | { readonly kind: "trouble" }
  /** The service is stopping or another worker has the channel; nothing has happened. */
  | { readonly kind: "stopped" };

interface Making {
  readonly delivery: DeliveryRow;
  readonly channel: EngineChannel;
  /** Whether the platform may already have the post: then only its outcome matters. */
  readonly mayBeLive: boolean;
}

/**
 * Checks a post against the forecast's rules before its first attempt and converts its files for the platform. This runs
 * before an attempt is written, because an interrupted conversion has no effect.
 */
export async function makeReady(app: App, making: Making, ends: readonly AbortSignal[]): Promise<Readiness> {
  if (making.delivery.parentId !== null) return { kind: "ready", media: [] };
  try {
    return await inTurnOfBrand(app, making.delivery.brandId, () => prepare(app, making, ends));
  } catch (error) {
    if (ends.some((end) => end.aborted)) return { kind: "stopped" };
    app.log.error({ event: "files not ready", delivery: making.delivery.id, channel: making.channel.id, err: error });
    return { kind: "trouble" };
  }
}

async function prepare(app: App, { delivery, channel, mayBeLive }: Making, ends: readonly AbortSignal[]): Promise<Readiness> {
  const { brandId, content } = delivery;
  const outline = channelOutline(app, channel);
  const media = await knownMedia(app, delivery);
  // Do not refuse a post of which parts may already be published.
  const refusal = mayBeLive || delivery.tries > 0 ? null : await refusalOf(app, { delivery, channel, outline, media });
  if (refusal !== null || media.length === 0) return refusal ?? { kind: "ready", media };
  const end = AbortSignal.any([...ends]);
  const prepared = await prepareMedia(app, { brandId, media, channel: outline, asStory: content.asStory }, end);
  if (prepared.kind === "ready") return { kind: "ready", media: await withCovers(app, { delivery, outline, media: prepared.media }, end) };
  if (mayBeLive) return { kind: "ready", media };
  return { kind: "refused", status: "FAILED", reason: "conversion_failed", message: prepared.message };
}

/** Media with their facts; files stored before facts were recorded are probed now. */
async function knownMedia(app: App, { brandId, content }: DeliveryRow): Promise<StoredMedia[]> {
  const find = { brandId, ids: content.mediaIds };
  const media = await findStoredMedia(app.db, find);
  const unknown = media.filter(({ facts }) => facts === null);
  for (const medium of unknown) await lookAtMedium(app, medium);
  return unknown.length === 0 ? media : findStoredMedia(app.db, find);
}

async function refusalOf(
  app: App,
  { delivery, channel, outline, media }: Omit<Making, "mayBeLive"> & { outline: ChannelOutline; media: readonly StoredMedia[] },
): Promise<Readiness | null> {
  const { text, thread, asStory, poll } = delivery.content;
  const conversions = media.length === 0 ? { convertsVideos: false } : await conversionsOf(app);
  const post = { text, thread, asStory, poll, media, preferences: ownPreferences(delivery.content, channel.id) };
  const obstacle = obstacleOf(post, outline, conversions);
  return obstacle === null ? null : { kind: "refused", status: statusFor(obstacle.reason), ...obstacle };
}
