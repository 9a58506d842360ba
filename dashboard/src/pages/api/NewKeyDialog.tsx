import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { CopyField } from "../../parts/CopyField.tsx";
import { Dialog } from "../../parts/Dialog.tsx";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { printMoment } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import { EXPIRIES, type Expiry, expiryMoment } from "./expiry.ts";
import { keysQuery } from "./queries.ts";
import { words } from "./words.ts";

interface NewKeyDialogProps {
  readonly zone: string;
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}

/** Asks what the key is for, then shows it, once. */
export function NewKeyDialog({ zone, onClose, onMade }: NewKeyDialogProps) {
  const [name, setName] = useState("");
  const [expiry, setExpiry] = useState<Expiry>("never");
  const act = useAct(
    async () => {
      const expiresAt = expiryMoment(expiry, new Date());
      const made = await dataOf(api.createOwnKey({ name, ...(expiresAt === null ? {} : { expiresAt }) }));
      onMade(made.key);
      return made;
    },
    { changes: [keysQuery.queryKey], showsFailures: true },
  );
  const { fields, other } = formErrors(act.error, ["name", "expiresAt"]);
  const ends = expiryMoment(expiry, new Date());
  const made = act.data?.key;
  if (made !== undefined) {
    return (
      <Dialog onClose={onClose} title={words.madeTitle} centered closeOnClickOutside={false}>
        <Stack>
          <Text>{words.madeText}</Text>
          <CopyField label={words.madeLabel} value={made} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{words.done}</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={words.newKey}
      submit={words.create}
      isPending={act.isPending}
      problem={other}
      onSubmit={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <TextInput
        label={words.keyName}
        description={words.keyNameHint}
        required
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={fields.name}
      />
      <Select
        label={words.expires}
        data={EXPIRIES.map(({ value }) => ({ value, label: words.expiries[value] }))}
        allowDeselect={false}
        value={expiry}
        onChange={(value) => setExpiry(value ?? "never")}
        description={ends === null ? undefined : `${printMoment(ends, zone)} (${zone})`}
        error={fields.expiresAt}
      />
    </FormDialog>
  );
}
