import type { AutomationState } from "@rostrum/contract/private/automations.ts";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { useSeen } from "../../parts/use-seen.ts";
import { changesOf, type Draft, draftOf, given, seenOf } from "./draft.ts";
import { type Choice, FIELDS, Fields } from "./Fields.tsx";
import { words } from "./words.ts";

interface EditAutomationProps {
  readonly brandId: number;
  readonly automation: AutomationState;
  readonly collections: readonly Choice[];
  readonly onClose: () => void;
}

/** Everything but the address, which is what the automation is. */
export function EditAutomation({ brandId, automation, collections, onClose }: EditAutomationProps) {
  // Only what was touched: the rest is whatever it is by now. What is typed back to what it was is sent, too: it may be something else by now.
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const now = draftOf(automation);
  const { seen, onError } = useSeen(now, Object.keys(typed) as (keyof Draft)[]);
  const save = useAct(
    (change: Partial<Draft>) =>
      dataOf(api.updateAutomation({ automationId: automation.id, ...given(change), seen: given(seenOf(seen, change)) })),
    { done: ({ name }) => words.form.saved({ name }), changes: [["brand", brandId, "automations"]], showsFailures: true },
  );
  const { fields, other } = formErrors(save.error, FIELDS);
  return (
    <FormDialog
      title={words.editOf({ name: automation.name })}
      lead={<span style={{ overflowWrap: "anywhere" }}>{automation.feedUrl}</span>}
      submit={words.form.save}
      size="lg"
      isPending={save.isPending}
      problem={other}
      onSubmit={() => save.mutate(changesOf(typed), { onSuccess: onClose, onError })}
      onClose={onClose}
    >
      <Fields
        draft={{ ...now, ...typed }}
        errors={fields}
        collections={collections}
        isNew={false}
        onChange={(part) => setTyped((last) => ({ ...last, ...part }))}
      />
    </FormDialog>
  );
}
