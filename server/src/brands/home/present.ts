import { type Instant, printLocal } from "@rostrum/contract/formats.ts";
import type { HomeBrand, LastResult } from "@rostrum/contract/private/home.ts";
import { outlineOf } from "../calendar/present.ts";
import { beginning } from "../forecast/present.ts";
import type { PathOf } from "../media/thumbnail.ts";
import { type CollectionOutlook, OUTLOOK_DAYS } from "../needs/outlook.ts";
import type { BrandFacts, LastResultRow, NextRow } from "./store.ts";

/** The coming days of a brand, by its clock. */
export function daysOf({ today }: Pick<BrandFacts, "today">, outlook: readonly CollectionOutlook[]): HomeBrand["days"] {
  const first = Date.parse(`${today}T00:00:00Z`);
  const days = Array.from({ length: OUTLOOK_DAYS }, (_, offset) => {
    return { day: new Date(first + offset * DAY_MILLISECONDS).toISOString().slice(0, 10), posts: 0, free: 0, slots: 0 };
  });
  for (const { turns, scheduled, channelIds } of outlook) {
    for (const { day, isFree } of channelIds.length === 0 ? [] : turns) {
      const at = days[day];
      if (at === undefined) continue;
      at.slots += 1;
      if (isFree) at.free += 1;
      else at.posts += 1;
    }
    for (const { dayOffset, posts } of scheduled) {
      const at = days[dayOffset];
      if (at !== undefined) at.posts += posts;
    }
  }
  return days;
}

const DAY_MILLISECONDS = 24 * 3600 * 1000;

export function nextOf(row: NextRow | undefined, { id: brandId, timezone }: BrandFacts, thumbnailOf: PathOf): HomeBrand["next"] {
  if (row === undefined) return null;
  const { post, picture } = outlineOf(row, { brandId, timezone, thumbnailOf });
  return { postId: row.id, post, picture, at: row.leavesAt, local: printLocal(row.leavesAt, timezone) };
}

export function resultOf(row: LastResultRow, { id: brandId, timezone }: BrandFacts, thumbnailOf: PathOf): LastResult {
  const { text, picture, at, ...rest } = row;
  const thumbnailUrl = picture === null ? null : thumbnailOf({ brandId, ...picture });
  return {
    ...rest,
    post: beginning(text, POST_LENGTH_MAX),
    picture: picture === null || thumbnailUrl === null ? null : { id: picture.id, name: picture.name, thumbnailUrl },
    at,
    local: printLocal(at as Instant, timezone),
    networks: [...rest.networks],
  };
}

/** Enough for three lines of a card. */
const POST_LENGTH_MAX = 120;
