import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { App } from "../../app.ts";
import type { Budget, BudgetHold } from "../connectors/connector.ts";
import { CYCLE_DAY_DEFAULT, type Cycle, cycleOf, holdFor } from "./rules.ts";
import { addBudget, type BudgetPlace, listBudgets, type Reservation, reserve } from "./store.ts";

type Ground = Pick<App, "db" | "clock" | "connectors">;

/** Reserves amounts of the budgets that a type's connector declares; as `Call.spend`. */
export async function spend(
  app: Ground,
  { type, sandbox }: { readonly type: ChannelType; readonly sandbox: boolean },
  amounts: Readonly<Record<string, number>>,
): Promise<BudgetHold | null> {
  const place = { application: platforms[type].slug, sandbox };
  const wanted = wantedOf(app.connectors[type]?.budgets ?? [], amounts);
  for (;;) {
    const wishes = await wishesOf(app, place, wanted);
    const reserved = await reserve(app.db, place, wishes);
    // Else the operator has just changed a cycle day.
    if (reserved !== null) {
      const holds = reserved.flatMap(({ name, limit, used, fits }) => {
        const wish = wishes.find((one) => one.name === name);
        if (fits || limit === null || wish === undefined) return [];
        const { budget, amount: needed, cycle } = wish;
        return holdFor({ platform: type, budget, limit, used, needed, cycleEndsAt: cycle.endsAt }, app.clock.now());
      });
      // Of several, the one that is over last.
      return holds.sort((one, other) => other.retryAfterSeconds - one.retryAfterSeconds)[0] ?? null;
    }
  }
}

interface Wanted {
  readonly budget: Budget;
  readonly amount: number;
}

interface Wish extends Wanted, Reservation {
  readonly cycle: Cycle;
}

function wantedOf(budgets: readonly Budget[], amounts: Readonly<Record<string, number>>): Wanted[] {
  return Object.entries(amounts).map(([name, amount]) => {
    const budget = budgets.find((one) => one.name === name);
    if (budget === undefined) throw new Error(`The connector declares no budget ${name}`);
    return { budget, amount };
  });
}

async function wishesOf({ db, clock }: Ground, place: BudgetPlace, wanted: readonly Wanted[]): Promise<Wish[]> {
  const rows = await listBudgets(db, place);
  const wishes = wanted.map(({ budget, amount }) => {
    const cycleDay = rows.find(({ name }) => name === budget.name)?.cycleDay ?? CYCLE_DAY_DEFAULT;
    const cycle = cycleOf({ ...budget, cycleDay }, clock.now());
    return { name: budget.name, budget, amount, cycleDay, cycle, beginsAt: cycle.beginsAt };
  });
  for (const wish of wishes) if (!rows.some(({ name }) => name === wish.name)) await addBudget(db, place, wish);
  return wishes;
}
