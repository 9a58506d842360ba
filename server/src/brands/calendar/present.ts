import { type Instant, printLocal } from "@rostrum/contract/formats.ts";
import type { CalendarChannel, CalendarEntry, Picture } from "@rostrum/contract/private/calendar.ts";
import { beginning } from "../forecast/present.ts";
import type { PathOf } from "../media/thumbnail.ts";
import type { Planned } from "./planned.ts";
import type { LeftRow, OutlineRow } from "./store.ts";

/** Enough for two lines of a list. */
const POST_LENGTH_MAX = 120;

export interface Presenting {
  readonly thumbnailOf: PathOf;
  readonly brandId: number;
  readonly timezone: string;
}

/** The fields that lists share. */
export function outlineOf(row: Pick<OutlineRow, "postType" | "text" | "picture" | "collectionId">, { brandId, thumbnailOf }: Presenting) {
  const { postType, text, picture, collectionId } = row;
  return { postType, post: beginning(text, POST_LENGTH_MAX), collectionId, picture: pictureOf(picture) };

  function pictureOf(given: OutlineRow["picture"]): Picture | null {
    const thumbnailUrl = given === null ? null : thumbnailOf({ brandId, ...given });
    return given === null || thumbnailUrl === null ? null : { id: given.id, name: given.name, thumbnailUrl };
  }
}

/** What is known of a post in the calendar before its text and picture are read: enough to count it. */
export type Standing = PlannedStanding | LeftStanding;

interface PlannedStanding extends Planned {
  readonly kind: "planned";
  readonly at: Instant;
  /** Unique among all. */
  readonly key: string;
}

interface LeftStanding extends Pick<CalendarEntry, "state" | "reason" | "channels" | "collectionId"> {
  readonly kind: "left";
  readonly at: Instant;
  readonly key: string;
  readonly row: LeftRow;
}

/** A departure to come. */
export function plannedStanding(planned: Planned, at: Instant): PlannedStanding {
  return { ...planned, kind: "planned", at, key: `post ${planned.postId} ${at}` };
}

/** What has left, or is on its way. */
export function leftStanding(row: LeftRow): LeftStanding {
  const channels = row.channels.map((channel): CalendarChannel => {
    const { id, name, type, reason, message } = channel;
    return { id, name, type, outcome: outcomeOf(channel), reason, message };
  });
  const state = channels.some(({ outcome }) => outcome === "OPEN") ? "LEAVING" : "LEFT";
  return { kind: "left", at: row.at, key: `publication ${row.id}`, collectionId: row.collectionId, state, reason: null, channels, row };
}

/** What the calendar shows of it; null if the post has been deleted meanwhile. */
export function entryOf(standing: Standing, rows: ReadonlyMap<number, OutlineRow>, to: Presenting): CalendarEntry | null {
  const { key, at, state, reason, channels } = standing;
  const row = standing.kind === "left" ? standing.row : rows.get(standing.postId);
  if (row === undefined) return null;
  const base = { ...outlineOf(row, to), key, at, local: printLocal(at, to.timezone), state, reason, channels: [...channels] };
  if (!("status" in row)) return { ...base, postId: row.postId, canMove: false, updatedAt: null };
  const canMove = (state === "SCHEDULED" || state === "QUEUED") && row.status === "PENDING";
  return { ...base, postId: row.id, canMove, updatedAt: canMove ? row.updatedAt : null };
}

function outcomeOf({ status, reason }: Pick<LeftRow["channels"][number], "status" | "reason">): CalendarChannel["outcome"] {
  if (status === "FAILED") return reason === "undecided" ? "UNDECIDED" : "FAILED";
  if (status === "SKIPPED") return "SKIPPED";
  return status === "PUBLISHED" || status === "SENT" || status === "commented" ? "PUBLISHED" : "OPEN";
}
