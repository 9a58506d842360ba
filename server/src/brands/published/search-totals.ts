import type { Parameters } from "../../ground/database/page.ts";
import type { Queryable } from "../../ground/database/query.ts";
import type { Asked } from "./asked.ts";
import { searchText } from "./rules.ts";

/** How many hits a search had. */
export interface KnownTotal {
  readonly total: number;
  /** What PostgreSQL had seen before they were counted: every change that it had not may be missing in the total. */
  readonly snapshot: string;
  /**
   * Since when the server has been running; null for a replica, whose snapshots do not name what runs on the primary. On another server, such as one
   * that took over, a snapshot means nothing.
   */
  readonly era: string | null;
  /** The orders in which the hits lie so unevenly that a page was not full where it should have been. */
  readonly uneven: Set<string>;
}

/** So many searches are remembered; a total is good for at most as long as nothing of the brand's state changes. */
const KNOWN_MAX = 1_000;

export interface KnownTotals {
  of(asked: Asked): KnownTotal | null;
  keep(asked: Asked, known: KnownTotal): void;
}

const ofDatabases = new WeakMap<Queryable, KnownTotals>();

/** What this process has found in the database. Every process has totals of its own: they only save time. */
export function knownTotals(db: Queryable): KnownTotals {
  const known = ofDatabases.get(db) ?? createKnownTotals();
  ofDatabases.set(db, known);
  return known;
}

function createKnownTotals(): KnownTotals {
  const totals = new Map<string, KnownTotal>();
  return {
    of: (asked) => totals.get(keyOf(asked)) ?? null,
    keep(asked, known) {
      const key = keyOf(asked);
      totals.delete(key);
      totals.set(key, known);
      const [oldest] = totals.keys();
      if (totals.size > KNOWN_MAX && oldest !== undefined) totals.delete(oldest);
    },
  };
}

function keyOf({ brandId, status, equal, period, search }: Asked): string {
  return JSON.stringify([brandId, status, equal.map(({ column, value }) => [column, value]), period, searchText(search ?? "")]);
}

/** SQL: what has been seen up to now, as columns `snapshot` and `era`, for hits that are counted next. */
export const MOMENT =
  "pg_current_snapshot()::text snapshot, case when not pg_is_in_recovery() then pg_postmaster_start_time()::text end era";

/** SQL: whether nothing that a search could find in the brand's state has changed since. */
export function isGood({ brandId, status }: Asked, { snapshot, era }: KnownTotal, parameters: Parameters): string {
  const [brand, state] = [parameters.at("brand_id", brandId), parameters.at("status", status)];
  const seen = parameters.at("snapshot", snapshot);
  const isUnseen = (table: string) =>
    `exists (select from ${table} where brand_id = ${brand} and status = ${state} and not pg_visible_in_snapshot(made_by, ${seen}::pg_snapshot))`;
  return `(pg_postmaster_start_time()::text = ${parameters.at("era", era)} and not ${isUnseen("listed_changes")} and not ${isUnseen("listed_totals")})`;
}
