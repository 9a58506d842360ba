import type { Parameters } from "../database/page.ts";
import type { Period, wholeDays } from "./rules.ts";

interface Summed {
  /** What the entries have to equal, as conditions on columns of the totals; without the days. */
  readonly cells: readonly string[];
  /** Whether nothing but the brand and the status is asked for besides the days. */
  readonly isOfDaysAlone: boolean;
  /** Null: without days. */
  readonly days: ReturnType<typeof wholeDays>;
  /** Counts the entries of a period, whose parameters get this name. */
  readonly counted: (period: Period, name: string) => string;
}

/** A total as an expression: what has been summed, what has changed since, and what is counted at the two ends of the days. */
export function totalExpression({ cells, isOfDaysAlone, days, counted }: Summed, parameters: Parameters): string {
  const within = [...cells];
  if (days?.first) within.push(`day >= ${parameters.at("first", days.first)}::date`);
  if (days?.end) within.push(`day < ${parameters.at("end", days.end)}::date`);
  const grain = days === null ? 0 : isOfDaysAlone ? 1 : 2;
  const known = within.join(" and ");
  const edges = [days?.before && counted(days.before, "before"), days?.after && counted(days.after, "after")];
  return [
    `select coalesce(sum(entries), 0)::bigint from entry_totals where grain = ${grain} and ${known}`,
    `select coalesce(sum(change), 0) from entry_changes where ${known}`,
    ...edges.filter((edge) => edge != null),
  ]
    .map((part) => `(${part})`)
    .join(" + ");
}
