import { PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { CopyField } from "../../parts/CopyField.tsx";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { type Network, networksQuery } from "./queries.ts";
import { words } from "./words.ts";

interface ApplicationDialogProps {
  readonly network: Network;
  readonly logIn: Network["logIns"][number];
  readonly onClose: () => void;
}

/** Asks for the application that the operator has registered at a network; it wants to know the address to come back to. */
export function ApplicationDialog({ network, logIn, onClose }: ApplicationDialogProps) {
  const [clientId, setClientId] = useState(logIn.clientId ?? "");
  const [clientSecret, setClientSecret] = useState("");
  const save = useAct(
    () => {
      const secret = clientSecret === "" ? {} : { clientSecret };
      return dataOf(api.setNetwork({ type: network.type, application: logIn.application, clientId: clientId.trim(), ...secret }));
    },
    { done: () => words.networks.saved({ network: logIn.network }), changes: [networksQuery.queryKey], showsFailures: true },
  );
  const { fields, other } = formErrors(save.error, ["clientId", "clientSecret"]);
  return (
    <FormDialog
      title={logIn.network}
      lead={words.networks.applicationLead({ network: logIn.network })}
      submit={words.networks.save}
      isPending={save.isPending}
      problem={other}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <CopyField label={words.networks.redirect({ network: logIn.network })} value={logIn.redirectUri} />
      <TextInput
        label={words.networks.clientId}
        value={clientId}
        onChange={(event) => setClientId(event.currentTarget.value)}
        error={fields.clientId}
        required
        data-autofocus
      />
      <PasswordInput
        label={words.networks.clientSecret}
        description={words.networks.secretHint}
        value={clientSecret}
        onChange={(event) => setClientSecret(event.currentTarget.value)}
        error={fields.clientSecret}
        autoComplete="off"
      />
    </FormDialog>
  );
}
