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

/** A departure to come. */
export function plannedEntry(planned: Planned & { readonly at: Instant }, row: OutlineRow, to: Presenting): CalendarEntry {
  const { at, state, reason, channels } = planned;
  const canMove = (state === "SCHEDULED" || state === "QUEUED") && row.status === "PENDING";
  return {
    ...outlineOf(row, to),
    key: `post ${row.id} ${at}`,
    postId: row.id,
    at,
    local: printLocal(at, to.timezone),
    state,
    canMove,
    updatedAt: canMove ? row.updatedAt : null,
    reason,
    channels: [...channels],
  };
}

/** What has left, or is on its way. */
export function leftEntry(row: LeftRow, to: Presenting): CalendarEntry {
  const channels = row.channels.map((channel): CalendarChannel => {
    const { id, name, type, reason, message } = channel;
    return { id, name, type, outcome: outcomeOf(channel), reason, message };
  });
  return {
    ...outlineOf(row, to),
    key: `publication ${row.id}`,
    postId: row.postId,
    at: row.at,
    local: printLocal(row.at, to.timezone),
    state: channels.some(({ outcome }) => outcome === "OPEN") ? "LEAVING" : "LEFT",
    canMove: false,
    updatedAt: null,
    reason: null,
    channels,
  };
}

function outcomeOf({ status, reason }: Pick<LeftRow["channels"][number], "status" | "reason">): CalendarChannel["outcome"] {
  if (status === "FAILED") return reason === "undecided" ? "UNDECIDED" : "FAILED";
  if (status === "SKIPPED") return "SKIPPED";
  return status === "PUBLISHED" || status === "SENT" || status === "commented" ? "PUBLISHED" : "OPEN";
}
