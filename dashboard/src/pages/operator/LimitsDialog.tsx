import { NumberInput } from "@mantine/core";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { networkName } from "../../parts/look/networks.ts";
import { printDay } from "../../parts/moments.ts";
import { printCount } from "../../parts/numbers.ts";
import { useAct } from "../../parts/use-act.ts";
import { type Network, networksQuery } from "./queries.ts";
import { words } from "./words.ts";

type Budget = Network["budgets"][number];

/** Asks how much a network may be used until its next billing cycle. */
export function LimitsDialog({ network: { type, budgets }, onClose }: { readonly network: Network; readonly onClose: () => void }) {
  const say = words.networks;
  /** What nobody has touched is not in it, shows what is stored by now, and is not sent. */
  const [typed, setTyped] = useState<Readonly<Record<string, number | string>>>({});
  const changed = budgets.filter((budget) => typed[keyOf(budget)] !== undefined);
  // Anything else that is no number would be sent as no limit at all.
  const isWhole = changed.every((budget) => typed[keyOf(budget)] === "" || Number.isSafeInteger(Number(typed[keyOf(budget)])));
  const save = useAct(
    async () => {
      for (const budget of changed) {
        const limit = typed[keyOf(budget)];
        const sandbox = budget.sandbox ? { sandbox: true } : {};
        await dataOf(api.setBudget({ type, name: budget.name, limit: limit === "" ? null : Number(limit), ...sandbox }));
      }
    },
    { done: () => say.limitSaved, changes: [networksQuery.queryKey], showsFailures: true },
  );
  return (
    <FormDialog
      title={say.limitsOf({ network: networkName(type) })}
      lead={say.limitsLead}
      submit={say.save}
      isPending={save.isPending}
      canSubmit={changed.length > 0 && isWhole}
      problem={save.error?.message ?? null}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {budgets.map((budget) => (
        <NumberInput
          key={keyOf(budget)}
          label={labelOf(budget)}
          description={say.usedOf({ used: printCount(budget.used), unit: unitOf(budget), day: printDay(budget.cycleEndsOn) })}
          placeholder={say.noLimit}
          value={typed[keyOf(budget)] ?? budget.limit ?? ""}
          onChange={(value) => setTyped((now) => ({ ...now, [keyOf(budget)]: value }))}
          min={0}
          allowNegative={false}
          allowDecimal={false}
          hideControls
        />
      ))}
    </FormDialog>
  );
}

function keyOf({ name, sandbox }: Budget): string {
  return `${name} ${sandbox}`;
}

/** What the budget is for, and what it is counted in. */
export function labelOf(budget: Budget): string {
  const { name, sandbox } = budget;
  const names: Readonly<Record<string, string>> = words.networks.budgetNames;
  const label = words.networks.budgetOf({ name: names[name] ?? name, unit: unitOf(budget) });
  return sandbox ? `${label} (${words.networks.by.sandbox})` : label;
}

export function unitOf({ unit }: Budget): string {
  const units: Readonly<Record<string, string>> = words.networks.units;
  return units[unit] ?? unit;
}
