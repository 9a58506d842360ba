import type { ArchivedChannel, ArchivedDelivery, ArchivedPost, ArchivedPublication } from "@rostrum/contract/archive.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { givenPictures, type StoredPictures, storedPictures } from "@rostrum/contract/pictures.ts";
import type { PlatformOptions } from "@rostrum/contract/platform-options.ts";
import { rejoinAt } from "../../brands/queue/rules.ts";

/** Why a channel is inactive in a brand that came from another installation. */
export const LOGGED_OUT = "This brand came from another installation, and log-ins stay there. Log in again.";

/** Of an entry whose end the archive does not know. */
export const MOVED_MEANWHILE =
  "This was being published when the brand's archive was made: the installation before has probably published it. Look at the network before you send it again.";

/** Nothing is published to it before somebody logs in; what never was a connection, or no longer is, stays so. */
export function arrivingChannel(channel: ArchivedChannel): Pick<ArchivedChannel, "status" | "needsLogIn" | "inactiveReason"> {
  const { status, needsLogIn, inactiveReason } = channel;
  if (status !== "ACTIVE" && status !== "INACTIVE") return { status, needsLogIn, inactiveReason };
  return { status: "INACTIVE", needsLogIn: true, inactiveReason: LOGGED_OUT };
}

type Place = Pick<ArchivedPost, "status" | "postingType" | "postAt" | "leavingAt" | "rejoinAt">;

/**
 * What becomes of a post in a brand that arrives now. One whose date is over is a draft: the installation before has published it, or
 * nobody has, and only a person can tell. One that was leaving has left: its entries say what is known of that.
 */
export function arrivingPost(post: ArchivedPost, { now, maxRepublish }: { readonly now: Instant; readonly maxRepublish: number }): Place {
  const { status, postingType, leavingAt } = post;
  const postAt = post.postAt as Instant | null;
  const rejoins = post.rejoinAt as Instant | null;
  if (leavingAt !== null) {
    return { status: "PUBLISHED", postingType, postAt, leavingAt: null, rejoinAt: rejoins ?? rejoinAt(leavingAt as Instant, maxRepublish) };
  }
  const isOver = status === "PENDING" && (postingType === "NOW" || (postingType === "SCHEDULE" && (postAt === null || postAt <= now)));
  if (isOver) return { status: "DRAFT", postingType: "DRAFT", postAt: null, leavingAt: null, rejoinAt: null };
  return { status, postingType, postAt, leavingAt: null, rejoinAt: rejoins };
}

const UNFINISHED: readonly ArchivedDelivery["status"][] = ["waiting", "publishing", "pending", "unknown", "RETRYING"];

/** Nothing that was on its way goes on from here: the installation before may be at it. A comment that was is given up. */
export function arrivingDelivery(delivery: ArchivedDelivery): Pick<ArchivedDelivery, "status" | "reason" | "message" | "countsNextAt"> {
  const { status, reason, message, parentId, remoteId } = delivery;
  // Where there is nothing to ask for, nothing is due.
  const countsNextAt = status === "PUBLISHED" && parentId === null && remoteId !== null ? delivery.countsNextAt : null;
  if (!UNFINISHED.includes(status)) return { status, reason, message, countsNextAt };
  if (parentId !== null) return { status: "cancelled", reason: null, message: null, countsNextAt };
  return { status: "FAILED", reason: "undecided", message: MOVED_MEANWHILE, countsNextAt };
}

/** New ids for those that contents name. */
export interface Named {
  /** Null for a channel that is not in the archive. */
  channel(id: number): number | null;
  /** A file that has been deleted keeps its name. */
  medium(id: string): string;
}

export function renamedOptions(options: PlatformOptions | null, named: Named): PlatformOptions | null {
  const playlists = Object.values(options ?? {}).some((own) => own !== undefined && "playlists" in own);
  if (options === null || !playlists) return options;
  return Object.fromEntries(
    Object.entries(options).map(([network, own]) => {
      if (own === undefined || !("playlists" in own) || own.playlists === undefined) return [network, own];
      const known = own.playlists.flatMap((playlist) => {
        const channelId = named.channel(playlist.channelId);
        return channelId === null ? [] : [{ ...playlist, channelId }];
      });
      return [network, { ...own, playlists: known }];
    }),
  );
}

export function renamedPictures(pictures: StoredPictures | null, named: Named): StoredPictures | null {
  if (pictures === null) return null;
  const { own, covers, places } = givenPictures(pictures);
  const renamed = <P extends { readonly mediaId: string; readonly ownId: string }>(given: P): P => {
    return { ...given, mediaId: named.medium(given.mediaId), ownId: named.medium(given.ownId) };
  };
  const placed = places.map((place) => ({ ...place, mediaId: named.medium(place.mediaId) }));
  const given = { own: own.map(renamed), covers: covers.map(renamed), places: placed };
  return storedPictures(
    given,
    [...given.own, ...given.covers, ...given.places].map(({ mediaId }) => mediaId),
  );
}

export function renamedContent(content: ArchivedPublication["content"], named: Named): ArchivedPublication["content"] {
  const preferences = Object.entries(content.preferences ?? {}).flatMap(([id, own]) => {
    const channelId = named.channel(Number(id));
    return channelId === null ? [] : [[String(channelId), own] as const];
  });
  return {
    ...content,
    mediaIds: content.mediaIds.map((id) => named.medium(id)),
    platforms: renamedOptions(content.platforms, named),
    ...(content.pictures ? { pictures: renamedPictures(content.pictures, named) } : {}),
    ...(content.preferences ? { preferences: Object.fromEntries(preferences) } : {}),
  };
}
