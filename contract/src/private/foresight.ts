import { z } from "zod";
import { ChannelType } from "../channels.ts";
import { operation } from "../operation.ts";
import { type ForecastReason, forecastReasons } from "../reasons.ts";
import { Id } from "../text.ts";
import { BrandIdPath } from "./brands.ts";

export const FORECAST_DAYS_MAX = 366;

/** `Y-m-d H:i`. */
const Minute = z.string().meta({ example: "2026-11-23 09:00" });

const reasonWords = Object.keys(forecastReasons) as [ForecastReason, ...ForecastReason[]];
export const ForecastReasonWord = z.enum(reasonWords);

/** What the entry will be; `STAYS`: the post does not leave within the days. */
export const ForecastOutcome = z.enum(["PUBLISHED", "SKIPPED", "FAILED", "STAYS"]);

/** A post on a channel. Flat: it is a line of a table too. */
export const ForecastLine = z.object({
  /** When it leaves, in the brand's zone and in UTC; null for what stays. */
  local: Minute.nullable(),
  utc: Minute.nullable(),
  postId: Id,
  post: z.string().meta({ description: "The beginning of its title or text." }),
  collectionId: Id,
  collection: z.string(),
  channelId: Id.nullable(),
  channel: z.string().nullable(),
  channelType: ChannelType.nullable(),
  /** The slot that sends it, `Mon 09:00`; null for a post with a time of its own. */
  slot: z.string().nullable(),
  outcome: ForecastOutcome,
  reason: ForecastReasonWord.nullable(),
});
export type ForecastLine = z.output<typeof ForecastLine>;

const errors = [400, 401, 404, 413, 415, 422, 500] as const;

/** What will happen, and why something happened: `rostrum forecast` and `rostrum explain`. */
export const foresightOperations = {
  forecast: operation({
    tag: "Foresight",
    status: 200,
    errors,
    method: "GET",
    path: "/admin/brands/{brand_id}/forecast",
    command: "forecast",
    summary: "Show when each post will leave on each channel, and why others will not",
    description:
      "Plays the engine's rules through from now, as long as nobody changes anything and the platforms take what they are sent. First what leaves, in order, then what stays.",
    params: BrandIdPath,
    query: z.object({
      days: z
        .int()
        .min(1)
        .max(FORECAST_DAYS_MAX)
        .default(30)
        .meta({ description: `Days from now, 1 to ${FORECAST_DAYS_MAX}.` }),
    }),
    data: z.array(ForecastLine),
  }),
} as const;
