import { platforms } from "@rostrum/contract/platforms.ts";
import { threadSegments } from "@rostrum/contract/posts.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import type { Draft } from "../state.ts";

/** Below this share of a limit, what is left is shown as little. */
const FEW_SHARE = 0.15;

/** Why a channel will not get the post. */
export interface Obstacle {
  readonly channel: WritingChannel;
  readonly reason: string;
  /** The service's sentence. */
  readonly message: string | null;
  /** By how much its longest part is too long; 0 if that is not what is in the way. */
  readonly over: number;
}

/** A channel of the collection, as it stands beside the text. */
export interface Row {
  readonly channel: WritingChannel;
  /** Whether the post goes there. */
  readonly isIn: boolean;
  /** How much of the limit is left of the part that has least; null while nobody knows. */
  readonly left: number | null;
  readonly max: number | null;
  readonly mood: "refused" | "few" | "fine";
  readonly obstacle: Obstacle | null;
  readonly hasOwnText: boolean;
  /** Whether the parts of the thread become one post there. */
  readonly joins: boolean;
  readonly waits: boolean;
}

interface Ground {
  readonly draft: Draft;
  readonly channels: readonly WritingChannel[];
  readonly byChannel: ReadonlyMap<number, PreviewedChannel>;
  readonly isWritten: boolean;
}

/** What is in the way first, then where little is left, then the others; those that are left out last. */
export function rowsOf({ draft, channels, byChannel, isWritten }: Ground): Row[] {
  const rows = channels.map((channel): Row => {
    const preview = byChannel.get(channel.id) ?? null;
    const isIn = !draft.leftOut.includes(channel.id);
    const tight = tightest(preview);
    const obstacle = isWritten && isIn ? obstacleOn(channel, { preview, draft }) : null;
    const isFew = tight !== null && tight.left >= 0 && tight.left < tight.max * FEW_SHARE;
    return {
      channel,
      isIn,
      left: tight?.left ?? null,
      max: tight?.max ?? null,
      mood: obstacle !== null ? "refused" : isFew && isIn ? "few" : "fine",
      obstacle,
      hasOwnText: draft.captions[channel.type] !== undefined,
      joins: draft.isThread && !platforms[channel.type].threads && threadSegments(draft.captions[channel.type] ?? draft.caption).length > 1,
      waits: isWritten && preview?.outcome === "PUBLISHED" && preview.reason !== null,
    };
  });
  return rows.sort((one, other) => rank(one) - rank(other));
}

/** What keeps the ticked channels from the post, in the order of the rows. */
export function obstaclesOf(rows: readonly Row[]): Obstacle[] {
  return rows.flatMap(({ obstacle }) => obstacle ?? []);
}

function obstacleOn(
  channel: WritingChannel,
  { preview, draft }: { readonly preview: PreviewedChannel | null; readonly draft: Draft },
): Obstacle | null {
  if (preview === null || preview.outcome === "PUBLISHED") return null;
  // What is still to be fetched may be what the network asks for.
  if (preview.reason === "unsuitable" && draft.media.some(({ kind }) => kind === "address")) return null;
  const over = Math.max(0, ...preview.texts.map(({ length, max }) => length - max));
  return { channel, reason: preview.reason ?? "", message: preview.message, over: preview.reason === "text_too_long" ? over : 0 };
}

function tightest(preview: PreviewedChannel | null): { readonly left: number; readonly max: number } | null {
  if (preview === null || preview.texts.length === 0) return null;
  return preview.texts
    .map(({ length, max }) => ({ left: max - length, max }))
    .reduce((least, one) => (one.left < least.left ? one : least));
}

function rank({ isIn, mood }: Row): number {
  return !isIn ? 3 : mood === "refused" ? 0 : mood === "few" ? 1 : 2;
}
