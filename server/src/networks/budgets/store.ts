import type { ChannelType } from "@rostrum/contract/channels.ts";
import { one, type Queryable, query } from "../../ground/database/query.ts";
import type { BudgetState } from "./rules.ts";

/** Whose budgets: an application's, by the slug of its platform. */
export interface BudgetPlace {
  readonly application: string;
  readonly sandbox: boolean;
}

export interface BudgetRow extends BudgetState {
  readonly name: string;
}

export async function listBudgets(db: Queryable, { application, sandbox }: BudgetPlace): Promise<BudgetRow[]> {
  return query<BudgetRow>(db, {
    name: "budgets",
    text: `select name, limit_amount "limit", cycle_day "cycleDay", begins_at "beginsAt", used from budgets
           where application = $1 and sandbox = $2 order by name`,
    values: [application, sandbox],
  });
}

/** Adds a budget without a limit, unless there is one of this name. */
export async function addBudget(
  db: Queryable,
  { application, sandbox }: BudgetPlace,
  budget: Pick<BudgetRow, "name" | "cycleDay" | "beginsAt">,
): Promise<void> {
  await query(db, {
    text: `insert into budgets (application, sandbox, name, cycle_day, begins_at, used) values ($1, $2, $3, $4, $5, 0)
           on conflict do nothing`,
    values: [application, sandbox, budget.name, budget.cycleDay, budget.beginsAt],
  });
}

/** A budget, locked until the transaction ends. There must be one of this name. */
export async function lockBudget(tx: Queryable, { application, sandbox }: BudgetPlace, name: string): Promise<BudgetRow> {
  return one<BudgetRow>(tx, {
    text: `select name, limit_amount "limit", cycle_day "cycleDay", begins_at "beginsAt", used from budgets
           where application = $1 and sandbox = $2 and name = $3 for no key update`,
    values: [application, sandbox, name],
  });
}

export async function storeBudget(tx: Queryable, { application, sandbox }: BudgetPlace, budget: BudgetRow): Promise<void> {
  const { name, limit, cycleDay, beginsAt, used } = budget;
  await query(tx, {
    text: `update budgets set limit_amount = $4, cycle_day = $5, begins_at = $6, used = $7
           where application = $1 and sandbox = $2 and name = $3`,
    values: [application, sandbox, name, limit, cycleDay, beginsAt, used],
  });
}

/** Ends the holds for which this budget is the reason: what waits asks for it anew. */
export async function endHolds(
  tx: Queryable,
  { type, sandbox, name }: { readonly type: ChannelType; readonly sandbox: boolean; readonly name: string },
): Promise<void> {
  await query(tx, {
    text: `delete from holds using channels h
           where h.id = channel_id and h.type = $1 and h.sandbox = $2 and budget = $3 and scope = 'application'`,
    values: [type, sandbox, name],
  });
}

/** An amount of a budget, in the cycle that follows from its cycle day. */
export interface Reservation extends Pick<BudgetRow, "name" | "cycleDay" | "beginsAt"> {
  readonly amount: number;
}

export interface Reserved extends Pick<BudgetRow, "name" | "limit" | "used"> {
  /** Whether there is enough of this budget. */
  readonly fits: boolean;
}

/**
 * Reserves all of the amounts or, if one does not fit, none. Returns what was used of each before, or null if a budget's cycle day
 * has changed since it was read. In one statement: rows are locked, so processes that reserve at the same time never use more
 * than the limit together.
 */
export async function reserve(
  db: Queryable,
  { application, sandbox }: BudgetPlace,
  reservations: readonly Reservation[],
): Promise<Reserved[] | null> {
  const rows = await query<Reserved>(db, {
    name: "reserve_budgets",
    text: RESERVE,
    values: [
      application,
      sandbox,
      reservations.map(({ name }) => name),
      reservations.map(({ amount }) => amount),
      reservations.map(({ cycleDay }) => cycleDay),
      reservations.map(({ beginsAt }) => beginsAt),
    ],
  });
  return rows.length === reservations.length ? rows : null;
}

/** A cycle that has begun is never left again, whatever another process's clock says. */
const RESERVE = `
  with given as (
    select * from unnest($3::text[], $4::bigint[], $5::integer[], $6::timestamptz[]) as given (name, amount, cycle_day, begins_at)
  ), held as materialized (
    select b.name, b.limit_amount, case when b.begins_at < g.begins_at then 0 else b.used end used, g.amount, greatest(b.begins_at, g.begins_at) begins_at
    from budgets b join given g on g.name = b.name and g.cycle_day = b.cycle_day
    where b.application = $1 and b.sandbox = $2 order by b.name for no key update of b
  ), decided as (
    select *, limit_amount is null or used + amount <= limit_amount fits from held
  ), reserved as (
    update budgets b set used = d.used + d.amount, begins_at = d.begins_at from decided d
    where b.application = $1 and b.sandbox = $2 and b.name = d.name
      and (select count(*) filter (where fits) from decided) = cardinality($3::text[])
  )
  select name, limit_amount "limit", used, fits from decided order by name`;
