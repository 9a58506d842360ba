import { PasswordInput } from "@mantine/core";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { sessionsQuery } from "./queries.ts";
import { words } from "./words.ts";

/** The hidden e-mail field tells the browser's password manager whose password changes. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { user } = useSession();
  const [password, setPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const act = useAct(() => dataOf(api.changeOwnPassword({ password, newPassword })), {
    done: () => words.changed,
    changes: [["session"], sessionsQuery.queryKey],
    showsFailures: true,
  });
  const { fields, other } = formErrors(act.error, ["password", "newPassword"]);
  return (
    <FormDialog
      title={words.next}
      lead={words.passwordLead}
      submit={words.changePassword}
      isPending={act.isPending}
      canSubmit={password !== "" && newPassword !== ""}
      problem={other}
      onSubmit={() => act.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <input type="email" name="email" value={user.email} autoComplete="username" aria-label={words.email} readOnly hidden />
      <PasswordInput
        label={words.current}
        required
        autoComplete="current-password"
        data-autofocus
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
    </FormDialog>
  );
}
