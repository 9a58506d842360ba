import { Button, Group, Stack, Text } from "@mantine/core";
import type { AutomationState } from "@rostrum/contract/private/automations.ts";
import { type FormEvent, useState } from "react";
import { api, CallFailed, dataOf } from "../../api/client.ts";
import { useAct } from "../../parts/use-act.ts";
import { useSeen } from "../../parts/use-seen.ts";
import { changesOf, type Draft, draftOf, given, seenOf } from "./draft.ts";
import { type Choice, Fields } from "./Fields.tsx";
import { Trouble } from "./NewAutomation.tsx";
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
  const draft = { ...now, ...typed };
  const { seen, onError } = useSeen(now, Object.keys(typed) as (keyof Draft)[]);
  const save = useAct(
    (change: Partial<Draft>) =>
      dataOf(api.updateAutomation({ automationId: automation.id, ...given(change), seen: given(seenOf(seen, change)) })),
    {
      done: ({ name }) => words.form.saved({ name }),
      changes: [["brand", brandId, "automations"]],
      showsFailures: true,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(changesOf(typed), { onSuccess: onClose, onError });
  };
  const errors = save.error instanceof CallFailed ? save.error.fields : {};
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {automation.feedUrl}
        </Text>
        <Fields
          draft={draft}
          errors={errors}
          collections={collections}
          isNew={false}
          onChange={(part) => setTyped((last) => ({ ...last, ...part }))}
        />
        <Trouble error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {words.form.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
