import type { EntryStatus, PublishedQuery } from "@rostrum/contract/published.ts";
import { isListed } from "../database/ledger.ts";
import type { Parameters } from "../database/page.ts";
import { totalExpression } from "../totals/expression-store.ts";
import { type Period, periodOf, wholeDays } from "../totals/rules.ts";
import { searchPattern, searchText } from "./rules.ts";

const LISTED = isListed("d");

/** What a list of published entries is asked for, without its order and page. */
export interface Asked {
  readonly brandId: number;
  readonly status: EntryStatus;
  /** Columns that an entry has to equal besides, all of them among those of the totals. */
  readonly equal: readonly { readonly column: string; readonly value: unknown; readonly shut: string }[];
  readonly postId: number | null;
  readonly period: Period | null;
  readonly search: string | null;
}

export function ask(brandId: number, filter: PublishedQuery): Asked {
  const equal = [
    { column: "collection_id", value: filter.collectionId, shut: "(d.collection_id + 0)" },
    { column: "channel_id", value: filter.channelId, shut: "(d.channel_id + 0)" },
    { column: "post_type", value: filter.postType, shut: "(d.post_type || '')" },
  ].filter(({ value }) => value !== undefined && String(value).trim() !== "");
  return {
    brandId,
    status: filter.status,
    equal,
    postId: filter.postId ?? null,
    period: periodOf(filter.publishedFrom, filter.publishedTo),
    search: filter.search === undefined || filter.search.trim() === "" ? null : filter.search,
  };
}

export function isPlain({ equal, postId, period, search }: Asked): boolean {
  return equal.length === 0 && postId === null && period === null && search === null;
}

/** Exactly how many entries the filters leave, a search left aside, as an expression. */
export function totalOf(asked: Asked, parameters: Parameters): string {
  const days = asked.period === null ? null : wholeDays(asked.period);
  if (asked.postId !== null || (asked.period !== null && days === null)) return counted(asked, parameters);
  const equal = [{ column: "brand_id", value: asked.brandId }, { column: "status", value: asked.status }, ...asked.equal];
  const cells = equal.map(({ column, value }) => `${column} = ${parameters.at(column, value)}`);
  const countedIn = (period: Period, name: string) => counted({ ...asked, period }, parameters, name);
  const isOfDaysAlone = asked.equal.length === 0;
  return totalExpression({ cells, isOfDaysAlone, days, counted: countedIn }, parameters);
}

function counted(asked: Asked, parameters: Parameters, period = "period"): string {
  return `select count(*) from deliveries d where ${conditions(asked, parameters, { of: "open", search: "none", period })}`;
}

export interface Form {
  /** `shut`: so that no index is used for filters and period. */
  readonly of: "open" | "shut";
  /** How the text is found: in the text of each entry, by the search index, or not at all. */
  readonly search: "reads" | "index" | "none";
  /** The period's name among the parameters. */
  readonly period?: string;
}

/** What `d` has to meet. */
export function conditions(asked: Asked, parameters: Parameters, { of, search, period = "period" }: Form): string {
  const parts = [LISTED, `d.brand_id = ${parameters.at("brand_id", asked.brandId)}`, `d.status = ${parameters.at("status", asked.status)}`];
  for (const { column, value, shut } of asked.equal)
    parts.push(`${of === "shut" ? shut : `d.${column}`} = ${parameters.at(column, value)}`);
  if (asked.postId !== null) parts.push(`d.post_id = ${parameters.at("post_id", asked.postId)}`);
  const { from, to } = asked.period ?? { from: null, to: null };
  const at = of === "shut" ? "(d.published_at + interval '0')" : "d.published_at";
  if (from !== null) parts.push(`${at} >= ${parameters.at(`${period} from`, from)}`);
  if (to !== null) parts.push(`${at} < ${parameters.at(`${period} to`, to)}`);
  if (asked.search !== null && search === "reads") parts.push(hasText("d", asked.search, parameters));
  if (asked.search !== null && search === "index")
    parts.push(`d.search_text like ${parameters.at("pattern", searchPattern(asked.search))}`);
  return parts.join(" and ");
}

/** Whether the text of the entry, called `table`, has this in it. */
export function hasText(table: string, search: string, parameters: Parameters): string {
  return `strpos(${table}.search_text, ${parameters.at("search", searchText(search))}) > 0`;
}
