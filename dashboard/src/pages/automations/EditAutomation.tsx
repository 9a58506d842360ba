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
  const [before] = useState(() => draftOf(automation));
  const [draft, setDraft] = useState(before);
  const { seen, onError } = useSeen(draftOf(automation));
  const save = useAct(
    (change: Partial<Draft>) =>
      dataOf(api.updateAutomation({ automationId: automation.id, ...given(change), seen: given(seenOf(seen, change)) })),
    {
      done: ({ name }) => words.form.saved(name),
      changes: [["brand", brandId, "automations"]],
      showsFailures: true,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(changesOf(before, draft), { onSuccess: onClose, onError });
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
          onChange={(part) => setDraft((last) => ({ ...last, ...part }))}
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
