import { Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { ZoneSelect } from "../../parts/ZoneSelect.tsx";
import { type User, usersQuery } from "./queries.ts";
import { words } from "./words.ts";

/** What an operator may change about somebody; only what was touched is sent. */
export function EditPerson({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
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
  return (
    <FormDialog
      title={words.people.more({ name: user.name })}
      submit={words.people.save}
      isPending={act.isPending}
      problem={other}
      onSubmit={() => act.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
