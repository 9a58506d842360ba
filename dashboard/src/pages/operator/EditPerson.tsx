import { Button, Group, Stack, Switch, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { ZoneSelect } from "../../parts/ZoneSelect.tsx";
import { type User, usersQuery } from "./queries.ts";
import { words } from "./words.ts";

/** What an operator may change about somebody; only what is different is sent. */
export function EditPerson({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  // As they were when it was opened: what others change meanwhile is not changed back.
  const [before] = useState(user);
  const [name, setName] = useState(user.name);
  const [email, setEmail] = useState(user.email);
  const [timezone, setTimezone] = useState(user.timezone);
  const [verified, setVerified] = useState(user.verified);
  const [operator, setOperator] = useState(user.operator);
  const act = useAct(
    () =>
      dataOf(
        api.updateUser({
          user: user.email,
          ...(name !== before.name && { name }),
          ...(email.trim() !== before.email && { email: email.trim() }),
          ...(timezone !== null && timezone !== before.timezone && { timezone }),
          ...(verified !== before.verified && { verified }),
          ...(operator !== before.operator && { operator }),
        }),
      ),
    { done: () => words.people.saved(name), changes: [usersQuery.queryKey, ["session"]], showsFailures: true },
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
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={fields.name}
        />
        <TextInput
          label={words.people.email}
          type="email"
          required
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          error={fields.email}
        />
        <ZoneSelect label={words.people.zone} allowDeselect={false} value={timezone} onChange={setTimezone} error={fields.timezone} />
        <Switch
          label={words.people.isVerified}
          description={words.people.isVerifiedHint}
          checked={verified}
          onChange={({ currentTarget }) => setVerified(currentTarget.checked)}
        />
        <Switch
          label={words.people.isOperator}
          description={words.people.isOperatorHint}
          checked={operator}
          onChange={({ currentTarget }) => setOperator(currentTarget.checked)}
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
