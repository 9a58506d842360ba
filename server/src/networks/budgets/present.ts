import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import type { Budget } from "../connectors/connector.ts";
import { type BudgetState, CYCLE_DAY_DEFAULT, cycleOf, printAmount, printEnd, usedIn } from "./rules.ts";
import { listBudgets } from "./store.ts";

type Shown = PrivateOutput<"setBudget">;

/** The budgets that the type's connector declares; the sandbox network's only once they have been used or set. */
export async function budgetsOf({ db, clock, connectors }: Pick<App, "db" | "clock" | "connectors">, type: ChannelType): Promise<Shown[]> {
  const declared = connectors[type]?.budgets ?? [];
  if (declared.length === 0) return [];
  const application = platforms[type].slug;
  const own = await listBudgets(db, { application, sandbox: false });
  const pretended = await listBudgets(db, { application, sandbox: true });
  const now = clock.now();
  const stateIn = (rows: typeof own, { name }: Budget) => rows.find((row) => row.name === name);
  return declared.flatMap((budget) => {
    const inSandbox = stateIn(pretended, budget);
    const shown = presentBudget(budget, { state: stateIn(own, budget) ?? unusedBudget(budget, now), sandbox: false, now });
    return inSandbox === undefined ? [shown] : [shown, presentBudget(budget, { state: inSandbox, sandbox: true, now })];
  });
}

/** A budget of which nothing has been used or set. */
export function unusedBudget(budget: Pick<Budget, "dailyIn">, now: Instant): BudgetState {
  const cycleDay = CYCLE_DAY_DEFAULT;
  return { limit: null, cycleDay, beginsAt: cycleOf({ ...budget, cycleDay }, now).beginsAt, used: 0 };
}

interface Condition {
  readonly state: BudgetState;
  readonly sandbox: boolean;
  readonly now: Instant;
}

export function presentBudget(budget: Budget, { state, sandbox, now }: Condition): Shown {
  const { name, unit, scale } = budget;
  const { limit, cycleDay } = state;
  const used = usedIn(budget, state, now);
  const cycle = cycleOf({ ...budget, cycleDay }, now);
  const amounts = limit === null ? `${printAmount(budget, used)}, no limit` : `${used / scale} of ${printAmount(budget, limit)}`;
  const where = sandbox ? " (sandbox)" : "";
  return {
    name,
    sandbox,
    unit,
    used: used / scale,
    limit: limit === null ? null : limit / scale,
    cycleDay: budget.dailyIn === undefined ? cycleDay : null,
    cycleEndsOn: cycle.endsAt.slice(0, 10),
    summary: `${name}${where}: ${amounts}, next cycle on ${printEnd(cycle)}`,
  };
}
