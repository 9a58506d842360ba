import type { Parameters } from "../database/page.ts";
import type { Queryable } from "../database/query.ts";
import type { Asked } from "./asked.ts";
import { searchText } from "./rules.ts";

/** How many hits a search had. */
export interface KnownTotal {
  readonly total: number;
  /** What PostgreSQL had seen before they were counted: every change that it had not may be missing in the total. */
  readonly snapshot: string;
  /** Since when the server has been running. On another one, such as a replica that took over, a snapshot means nothing. */
  readonly era: string;
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

function keyOf({ brandId, status, equal, postId, period, search }: Asked): string {
  return JSON.stringify([brandId, status, equal.map(({ column, value }) => [column, value]), postId, period, searchText(search ?? "")]);
}

interface Sign {
  readonly asked: Asked;
  readonly before: KnownTotal | null;
}

/** As columns: `isGood`, whether nothing that a search could find has changed since; and `snapshot` and `era` for what is counted next. */
export function signOfChange({ asked: { brandId, status }, before }: Sign, parameters: Parameters): string {
  const era = "pg_postmaster_start_time()::text";
  const moment = `pg_current_snapshot()::text snapshot, ${era} era`;
  if (before === null) return `false "isGood", ${moment}`;
  const [brand, state] = [parameters.at("brand_id", brandId), parameters.at("status", status)];
  const snapshot = parameters.at("snapshot", before.snapshot);
  const isUnseen = (table: string) =>
    `exists (select from ${table} where brand_id = ${brand} and status = ${state} and not pg_visible_in_snapshot(made_by, ${snapshot}::pg_snapshot))`;
  return `${era} = ${parameters.at("era", before.era)} and not ${isUnseen("entry_changes")} and not ${isUnseen("entry_sums")} "isGood", ${moment}`;
}
