import { Button, Group, PasswordInput, Stack } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { sessionsQuery } from "./queries.ts";
import { words } from "./words.ts";

/** The hidden e-mail field tells the browser's password manager whose password changes. */
export function PasswordForm() {
  const { user } = useSession();
  const [password, setPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const act = useAct(
    async () => {
      await dataOf(api.changeOwnPassword({ password, newPassword }));
      setPassword("");
      setNewPassword("");
    },
    { done: () => words.changed, changes: [["session"], sessionsQuery.queryKey], showsFailures: true },
  );
  const { fields, other } = formErrors(act.error, ["password", "newPassword"]);
  const change = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(undefined);
  };
  return (
    <Section title={words.password} lead={words.passwordLead}>
      <form onSubmit={change} noValidate>
        <Stack maw={440}>
          <input type="email" name="email" value={user.email} autoComplete="username" aria-label={words.email} readOnly hidden />
          <PasswordInput
            label={words.current}
            required
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            error={fields.password}
          />
          <PasswordInput
            label={words.next}
            description={words.nextHint}
            required
            autoComplete="new-password"
            value={newPassword}
            onChange={({ currentTarget }) => setNewPassword(currentTarget.value)}
            error={fields.newPassword}
          />
          <FormProblem text={other} />
          <Group>
            <Button type="submit" variant="default" loading={act.isPending} disabled={password === "" || newPassword === ""}>
              {words.change}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
