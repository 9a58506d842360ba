import { Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { words } from "./words.ts";

/** The address that the person signs in with. It changes when the link to the new one is used. */
export function EmailForm() {
  const { user, service } = useSession();
  const isOffered = service.mail || user.isDemo;
  return (
    <Section title={words.email} lead={words.emailLead({ email: user.email })}>
      {!user.isVerified && !service.mail && <Text size="sm">{words.notConfirmed}</Text>}
      {user.isDemo && <Text size="sm">{words.emailOfDemo}</Text>}
      {isOffered ? <ChangeEmail /> : <Text size="sm">{words.emailByOperator}</Text>}
    </Section>
  );
}

function ChangeEmail() {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const act = useAct(
    async () => {
      const { state } = await dataOf(api.changeOwnEmail({ email: email.trim(), password }));
      setSentTo(state === "sent" ? email.trim() : null);
      setEmail("");
      setPassword("");
      return { state, to: email.trim() };
    },
    { done: ({ state, to }) => words.emailDone[state]({ to }), changes: [["session"]], showsFailures: true },
  );
  const { fields, other } = formErrors(act.error, ["email", "password"]);
  const change = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(undefined);
  };
  return (
    <form onSubmit={change} noValidate>
      <Stack maw={440}>
        <TextInput
          label={words.newEmail}
          type="email"
          required
          autoComplete="email"
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          error={fields.email}
        />
        <PasswordInput
          label={words.passwordToChange}
          required
          autoComplete="current-password"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={fields.password}
        />
        <FormProblem text={other} />
        {sentTo !== null && (
          <Text size="sm" role="status">
            {words.emailSent({ to: sentTo })}
          </Text>
        )}
        <Group>
          <Button type="submit" variant="default" loading={act.isPending} disabled={email.trim() === "" || password === ""}>
            {words.changeEmail}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
