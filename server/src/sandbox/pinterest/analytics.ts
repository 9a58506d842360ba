import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Asked } from "./caller.ts";
import { type Figures, figuresOf } from "./metrics.ts";
import type { Stored } from "./model.ts";
import { badRequest } from "./refusal.ts";

const DAYS_MAX = 90;
const DAY_MILLISECONDS = 86_400_000;
/** Of the whole life of a pin; the others are per day. */
const LIFETIME_TYPES = ["TOTAL_COMMENTS", "TOTAL_REACTIONS"];
const DAILY_TYPES = ["IMPRESSION", "OUTBOUND_CLICK", "PIN_CLICK", "SAVE"];

/**
 * The body of `GET /pins/{pin}/analytics`, which takes both days and a list with commas.
 * https://github.com/pinterest/api-description, 5.23.0 (2026-11)
 */
export async function analyticsOf(asked: Asked, pin: Stored<"pin">): Promise<Record<string, unknown>> {
  const { query } = asked;
  const types = (query.get("metric_types") ?? "").split(",");
  if (types.some((type) => !LIFETIME_TYPES.includes(type) && !DAILY_TYPES.includes(type))) throw wrong("metric_types");
  const days = daysIn(asked);
  const figures = await figuresOf(asked, pin);
  const chosen = types.filter((type) => DAILY_TYPES.includes(type));
  const metricsIn = (some: readonly string[]) => Object.fromEntries(chosen.map((type) => [type, countOf(type, figures, some)]));
  const totals: Readonly<Record<string, number>> = { TOTAL_COMMENTS: figures.comments, TOTAL_REACTIONS: figures.reactions };
  return {
    all: {
      lifetime_metrics: Object.fromEntries(Object.entries(totals).filter(([type]) => types.includes(type))),
      summary_metrics: metricsIn(days),
      daily_metrics: chosen.length === 0 ? [] : days.map((date) => ({ data_status: "READY", date, metrics: metricsIn([date]) })),
    },
  };
}

function countOf(type: string, { saves }: Figures, days: readonly string[]): number {
  return type === "OUTBOUND_CLICK" ? 0 : saves.filter(({ createdAt }) => days.includes(createdAt.slice(0, 10))).length;
}

/** From the first day to the last, both included. */
function daysIn({ world, query }: Asked): string[] {
  const [start, end] = [dayIn(query, "start_date"), dayIn(query, "end_date")];
  const length = Math.round((end - start) / DAY_MILLISECONDS);
  if (start < Date.parse(addSeconds(world.now(), -(DAYS_MAX + 1) * 86_400))) throw wrong("start_date");
  if (length < 0 || length > DAYS_MAX) throw wrong("end_date");
  return Array.from({ length: length + 1 }, (_, day) => new Date(start + day * DAY_MILLISECONDS).toISOString().slice(0, 10));
}

function dayIn(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? "";
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw wrong(name);
  return time;
}

function wrong(name: string) {
  return badRequest(`Invalid pins analytics parameters: '${name}'`);
}
