import { Button, Group, Stack, Switch, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { ZoneSelect } from "../../parts/ZoneSelect.tsx";
import { type User, usersQuery } from "./queries.ts";
import { words } from "./words.ts";

/** What an operator may change about somebody; only what was touched is sent. */
export function EditPerson({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  // Only what was touched: what others change meanwhile is not changed back.
  const [typed, setTyped] = useState<Partial<Pick<User, "name" | "email" | "timezone" | "verified" | "operator">>>({});
  const { name, email, timezone, verified, operator } = { ...user, ...typed };
  const change = (part: typeof typed) => setTyped((known) => ({ ...known, ...part }));
  const act = useAct(
    () =>
      dataOf(
        api.updateUser({
          user: user.email,
          ...typed,
          ...(typed.email !== undefined && { email: typed.email.trim() }),
          timezone: typed.timezone ?? undefined,
        }),
      ),
    { done: () => words.people.saved({ name }), changes: [usersQuery.queryKey, ["session"]], showsFailures: true },
  );
  const { fields, other } = formErrors(act.error, ["name", "email", "timezone", "operator"]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(undefined, { onSuccess: onDone });
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <TextInput
          label={words.people.name}
          required
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          error={fields.name}
        />
        <TextInput
          label={words.people.email}
          type="email"
          required
          value={email}
          onChange={({ currentTarget }) => change({ email: currentTarget.value })}
          error={fields.email}
        />
        <ZoneSelect
          label={words.people.zone}
          allowDeselect={false}
          value={timezone}
          onChange={(zone) => change({ timezone: zone })}
          error={fields.timezone}
        />
        <Switch
          label={words.people.isVerified}
          description={words.people.isVerifiedHint}
          checked={verified}
          onChange={({ currentTarget }) => change({ verified: currentTarget.checked })}
        />
        <Switch
          label={words.people.isOperator}
          description={words.people.isOperatorHint}
          checked={operator}
          onChange={({ currentTarget }) => change({ operator: currentTarget.checked })}
          error={fields.operator}
        />
        <FormProblem text={other} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {words.people.cancel}
          </Button>
          <Button type="submit" loading={act.isPending}>
            {words.people.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
