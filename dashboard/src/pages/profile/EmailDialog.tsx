import { PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { words } from "./words.ts";

interface EmailDialogProps {
  readonly onClose: () => void;
  /** The address to which a link was sent; null: the new one counts already. */
  readonly onDone: (sentTo: string | null) => void;
}

/** Asks for the address that the person will sign in with. It changes when the link to it is used. */
export function EmailDialog({ onClose, onDone }: EmailDialogProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const act = useAct(
    async () => {
      const to = email.trim();
      const { state } = await dataOf(api.changeOwnEmail({ email: to, password }));
      onDone(state === "sent" ? to : null);
      return { state, to };
    },
    { done: ({ state, to }) => words.emailDone[state]({ to }), changes: [["session"]], showsFailures: true },
  );
  const { fields, other } = formErrors(act.error, ["email", "password"]);
  return (
    <FormDialog
      title={words.newEmail}
      submit={words.changeEmail}
      isPending={act.isPending}
      canSubmit={email.trim() !== "" && password !== ""}
      problem={other}
      onSubmit={() => act.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label={words.newEmail}
        type="email"
        required
        autoComplete="email"
        data-autofocus
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
    </FormDialog>
  );
}
