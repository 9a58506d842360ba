import { addSeconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";

const DAY_SECONDS = 86_400;
const COUNT_AGES_SECONDS = [900, 3600, 6 * 3600, ...Array.from({ length: 30 }, (_, day) => (day + 1) * DAY_SECONDS)];

/** When counts are read after publishing (`docs/published.md#engagement-counts`): after 15 minutes, 1 h, 6 h, 24 h, then daily for 30 days. */
export function nextCountsAt(publishedAt: Instant, now: Instant): Instant | null {
  const ageSeconds = (toEpochMilliseconds(now) - toEpochMilliseconds(publishedAt)) / 1000;
  const next = COUNT_AGES_SECONDS.find((seconds) => seconds > ageSeconds);
  return next === undefined ? null : addSeconds(publishedAt, next);
}
