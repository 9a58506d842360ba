import type { Figures, GoodHours, Sums } from "@rostrum/contract/private/published.ts";
import type { GainRow, QuarterRow } from "./figures-store.ts";

/** A range of days in a zone. */
export interface Days {
  readonly timezone: string;
  /** `YYYY-MM-DD`; `last` is the last one. */
  readonly first: string;
  readonly last: string;
}

type Summed = Pick<Figures, "readAt" | "totals" | "days" | "channels" | "collections" | "hours">;

/** Sums up posts and what was gained, by the clock of the zone. Channels, collections and hours are in the order of their responses. */
export function sumUp(posts: readonly QuarterRow[], gains: readonly GainRow[], { timezone, first, last }: Days): Summed {
  const clock = clockOf(timezone);
  const byDay = Map.groupBy(posts, ({ quarter }) => clock(quarter).day);
  const gainsByDay = Map.groupBy(gains, ({ quarter }) => clock(quarter).day);
  const byHour = Map.groupBy(posts, ({ quarter }) => clock(quarter).weekday * 24 + clock(quarter).hour);
  const days = daysFrom(first, last).map((day) => ({
    day,
    published: sumOf(byDay.get(day) ?? []),
    gained: countsOf(gainsByDay.get(day) ?? []),
  }));
  const channels = [...Map.groupBy(posts, ({ channelId }) => channelId)].map(([channelId, rows]) => ({
    channelId,
    name: rows[0]?.channelName ?? null,
    type: rows[0]?.channelType ?? null,
    // On a channel of its own, each entry is a post.
    ...countsOf(rows),
    posts: total(rows, "entries"),
    counted: total(rows, "countedEntries"),
  }));
  const collections = [...Map.groupBy(posts, ({ collectionId }) => collectionId)].map(([collectionId, rows]) => ({
    collectionId,
    title: rows[0]?.collection ?? null,
    ...sumOf(rows),
  }));
  const hours = [...byHour]
    .sort(([one], [other]) => one - other)
    .map(([index, rows]) => ({ weekday: Math.floor(index / 24), hour: index % 24, ...sumOf(rows) }));
  return {
    readAt: posts.reduce<Summed["readAt"]>((latest, { readAt }) => (readAt !== null && readAt > (latest ?? "") ? readAt : latest), null),
    totals: sumOf(posts),
    days,
    channels: channels.sort(byResponses),
    collections: collections.sort(byResponses),
    hours,
  };
}

/** So many posts with known figures it takes before an hour can be called good, and so many of one hour. */
const GOOD_POSTS_MIN = 12;
const GOOD_POSTS_OF_HOUR_MIN = 2;
const GOOD_HOURS_MAX = 5;

/** The weekdays and hours whose posts got more than the brand's posts do on average, best first. */
export function goodHoursOf(hours: Figures["hours"]): GoodHours {
  const { counted, ...counts } = sumOf(hours);
  const average = responsesOf(counts) / counted;
  const isEnough = counted >= GOOD_POSTS_MIN;
  const good = hours
    .filter((hour) => hour.counted >= GOOD_POSTS_OF_HOUR_MIN)
    .map((hour) => ({ weekday: hour.weekday, hour: hour.hour, posts: hour.counted, average: responsesOf(hour) / hour.counted }))
    .filter((hour) => hour.average > average)
    .sort((one, other) => other.average - one.average)
    .slice(0, GOOD_HOURS_MAX);
  return { isEnough, posts: counted, postsNeeded: GOOD_POSTS_MIN, hours: isEnough ? good : [] };
}

function responsesOf({ likes, comments, shares }: Counts): number {
  return likes + comments + shares;
}

function byResponses(one: Sums, other: Sums): number {
  return responsesOf(other) - responsesOf(one) || other.posts - one.posts;
}

function sumOf(rows: readonly (Counts & { readonly posts: number; readonly counted: number })[]): Sums {
  return { posts: total(rows, "posts"), counted: total(rows, "counted"), ...countsOf(rows) };
}

interface Counts {
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
}

function countsOf(rows: readonly Counts[]): Counts {
  return { likes: total(rows, "likes"), comments: total(rows, "comments"), shares: total(rows, "shares") };
}

function total<K extends string>(rows: readonly Readonly<Record<K, number>>[], name: K): number {
  return rows.reduce((sum, row) => sum + Number(row[name]), 0);
}

/** Day, weekday and hour of a quarter of an hour in a zone; each is calculated once. */
function clockOf(timezone: string) {
  const known = new Map<number, { readonly day: string; readonly weekday: number; readonly hour: number }>();
  return (quarter: number) => {
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const local = Temporal.Instant.fromEpochMilliseconds(quarter * 900_000).toZonedDateTimeISO(timezone);
    const place = { day: local.toPlainDate().toString(), weekday: local.dayOfWeek, hour: local.hour };
    known.set(quarter, place);
    return place;
  };
}

function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(first); day.toString() <= last; day = day.add({ days: 1 })) days.push(day.toString());
  return days;
}
