import type { EntryStatus, PublishedQuery } from "@rostrum/contract/published.ts";
import { isListed } from "../../ground/database/ledger.ts";
import type { Parameters } from "../../ground/database/page.ts";
import { type Period, periodOf } from "../totals/rules.ts";
import { searchPattern, searchText } from "./rules.ts";

const LISTED = isListed("d");

/** What a list of published entries is asked for, without its order and page. */
export interface Asked {
  readonly brandId: number;
  readonly status: EntryStatus;
  /** Columns that an entry has to equal besides. */
  readonly equal: readonly { readonly column: string; readonly value: unknown }[];
  readonly period: Period | null;
  readonly search: string | null;
}

export function ask(brandId: number, filter: PublishedQuery): Asked {
  const equal = [
    { column: "collection_id", value: filter.collectionId },
    { column: "channel_id", value: filter.channelId },
    { column: "post_type", value: filter.postType },
    { column: "post_id", value: filter.postId },
  ].filter(({ value }) => value !== undefined && value !== null && String(value).trim() !== "");
  return {
    brandId,
    status: filter.status,
    equal,
    period: periodOf(filter.publishedFrom, filter.publishedTo),
    search: filter.search === undefined || filter.search.trim() === "" ? null : filter.search,
  };
}

/** Whether nothing but the brand's entries of a status is asked for. */
export function isPlain({ equal, period }: Asked): boolean {
  return equal.length === 0 && period === null;
}

/** Exactly how many entries there are of it, a search left aside, as an expression. Those of a period, and of a post, are counted. */
export function totalOf(asked: Asked, parameters: Parameters): string {
  const { brandId, status, equal, period } = asked;
  if (period !== null || equal.some(({ column }) => column === "post_id")) {
    return `select count(*) from deliveries d where ${ofState(asked, parameters)}${narrowed(asked, parameters, "none")}`;
  }
  const all = [{ column: "brand_id", value: brandId }, { column: "status", value: status }, ...equal];
  const where = all.map(({ column, value }) => `${column} = ${parameters.at(column, value)}`).join(" and ");
  return `select (select coalesce(sum(entries), 0)::bigint from listed_totals where ${where})
    + (select coalesce(sum(change), 0) from listed_changes where ${where})`;
}

/** What every entry `d` of the state meets. */
export function ofState({ brandId, status }: Asked, parameters: Parameters): string {
  return `${LISTED} and d.brand_id = ${parameters.at("brand_id", brandId)} and d.status = ${parameters.at("status", status)}`;
}

/** How a text is found: in the text of each entry, by the search index, or not at all. */
export type Search = "reads" | "index" | "none";

/** What `d` has to meet besides, each with an `and` before it. */
export function narrowed({ equal, period, search }: Asked, parameters: Parameters, by: Search): string {
  const parts = equal.map(({ column, value }) => `d.${column} = ${parameters.at(column, value)}`);
  const { from, to } = period ?? { from: null, to: null };
  if (from !== null) parts.push(`d.published_at >= ${parameters.at("from", from)}`);
  if (to !== null) parts.push(`d.published_at < ${parameters.at("to", to)}`);
  if (search !== null && by === "reads") parts.push(`strpos(d.search_text, ${parameters.at("search", searchText(search))}) > 0`);
  if (search !== null && by === "index") parts.push(`d.search_text like ${parameters.at("pattern", searchPattern(search))}`);
  return parts.map((part) => ` and ${part}`).join("");
}
