import { platforms } from "@rostrum/contract/platforms.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { changesIn } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { presentBudget, unusedBudget } from "./present.ts";
import { changeBudget } from "./rules.ts";
import { addBudget, endHolds, lockBudget, storeBudget } from "./store.ts";

/** Changes a budget's limit or cycle day; what waits for the budget asks for it anew. */
export async function setBudget(app: App, { body }: PrivateInput<"setBudget">): Promise<PrivateOutput<"setBudget">> {
  const { type, name, limit, cycleDay, sandbox = false } = body;
  const declared = app.connectors[type]?.budgets ?? [];
  if (declared.length === 0) refuse(422, "type", `${type} has no budgets: its calls cost nothing, as far as is known.`);
  const budget = declared.find((one) => one.name === name);
  if (budget === undefined) refuse(422, "name", `${type} has no budget of this name, only: ${declared.map((one) => one.name).join(", ")}.`);
  if (cycleDay !== undefined && budget.dailyIn !== undefined) {
    refuse(422, "cycleDay", `The budget ${name} of ${type} begins anew every day, at midnight in ${budget.dailyIn}.`);
  }
  const place = { application: platforms[type].slug, sandbox };
  const now = app.clock.now();
  const state = await transaction(app.db, async (tx) => {
    await addBudget(tx, place, { name, ...unusedBudget(budget, now) });
    const before = await lockBudget(tx, place, name);
    const amount = limit === undefined || limit === null ? limit : limit * budget.scale;
    const after = changeBudget(before, { limit: amount, cycleDay }, { budget, now });
    await storeBudget(tx, place, { name, ...after });
    await endHolds(tx, { type, sandbox, name });
    const changes = changesIn(["limit", "cycleDay"], before, after);
    const object = { type: "budget", id: `${type} ${name}${sandbox ? " (sandbox)" : ""}`, name } as const;
    if (changes.length > 0) await record(app, tx, { action: "budget.changed", brandId: null, object, changes });
    return after;
  });
  app.wake();
  return presentBudget(budget, { state, sandbox, now });
}
