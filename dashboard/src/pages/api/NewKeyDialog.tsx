import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { CopyField } from "../../parts/CopyField.tsx";
import { LayeredModal } from "../../parts/Dialog.tsx";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { printMoment } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import { words as shared } from "../../parts/words.ts";
import { EXPIRIES, type Expiry, expiryMoment } from "./expiry.ts";
import { keysQuery } from "./queries.ts";
import { words } from "./words.ts";

interface NewKeyDialogProps {
  readonly isOpen: boolean;
  readonly zone: string;
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}

/** Asks what the key is for, then shows it, once. */
export function NewKeyDialog({ isOpen, zone, onClose, onMade }: NewKeyDialogProps) {
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
  const create = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(undefined);
  };
  const close = () => {
    onClose();
    act.reset();
    setName("");
    setExpiry("never");
  };
  const ends = expiryMoment(expiry, new Date());
  const made = act.data?.key;
  return (
    <LayeredModal
      opened={isOpen}
      onClose={close}
      title={made === undefined ? words.newKey : words.madeTitle}
      centered
      closeOnClickOutside={made === undefined}
    >
      {made === undefined ? (
        <form onSubmit={create} noValidate>
          <Stack>
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
            <FormProblem text={other} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {shared.cancel}
              </Button>
              <Button type="submit" loading={act.isPending}>
                {words.create}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Stack>
          <Text>{words.madeText}</Text>
          <CopyField label={words.madeLabel} value={made} />
          <Group justify="flex-end">
            <Button onClick={close}>{words.done}</Button>
          </Group>
        </Stack>
      )}
    </LayeredModal>
  );
}
