import {
  Alert,
  Badge,
  Button,
  Card,
  Code,
  CopyButton,
  Group,
  NumberInput,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { type Network, networksQuery } from "./queries.ts";
import { words } from "./words.ts";

type LogIn = Network["logIns"][number];
type Budget = Network["budgets"][number];

/** The applications registered at each network, and what it may cost. */
export function NetworksTab() {
  const networks = useSuspenseQuery(networksQuery).data;
  return (
    <Stack>
      {networks.map((network) => (
        <Card key={network.type} withBorder component="section" aria-label={network.type}>
          <Stack gap="sm">
            <Group gap="xs">
              <Title order={2} size="h4">
                {network.type}
              </Title>
              {network.credentials && <Badge variant="default">{words.networks.by.credentials}</Badge>}
              {network.sandbox && <Badge variant="default">{words.networks.by.sandbox}</Badge>}
            </Group>
            {network.lacks.map((sentence) => (
              <Alert key={sentence} color="yellow" p="xs">
                {sentence}
              </Alert>
            ))}
            {network.logIns.map((logIn) => (
              <Registration key={logIn.application} network={network} logIn={logIn} />
            ))}
            {network.budgets.map((budget) => (
              <BudgetRow key={`${budget.name} ${budget.sandbox}`} network={network} budget={budget} />
            ))}
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}

function stateOf({ source, clientId }: LogIn): string {
  if (source === "itself") return words.networks.byItself;
  if (clientId === null) return words.networks.notSet;
  return source === "environment" ? `${words.networks.fromEnvironment}: ${clientId}` : `${words.networks.ready}: ${clientId}`;
}

function Registration({ network, logIn }: { readonly network: Network; readonly logIn: LogIn }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const canSet = logIn.source !== "itself" && logIn.source !== "environment";
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text>
          <Text span fw={600}>
            {logIn.network}
          </Text>{" "}
          · {stateOf(logIn)}
        </Text>
        {canSet && (
          <Button
            variant="default"
            size="xs"
            onClick={open}
            aria-label={`${logIn.clientId === null ? words.networks.set : words.networks.change}: ${logIn.network}`}
          >
            {logIn.clientId === null ? words.networks.set : words.networks.change}
          </Button>
        )}
      </Group>
      {logIn.source !== "itself" && (
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {words.networks.redirect}:
          </Text>
          <Code style={{ overflowWrap: "anywhere" }}>{logIn.redirectUri}</Code>
          <CopyButton value={logIn.redirectUri}>
            {({ copied, copy }) => (
              <Button variant="subtle" size="compact-sm" onClick={copy} aria-label={`${words.networks.copy}: ${logIn.redirectUri}`}>
                {copied ? words.networks.copied : words.networks.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
      )}
      {isOpen && <ApplicationForm network={network} logIn={logIn} onClose={close} />}
    </Stack>
  );
}

function ApplicationForm({ network, logIn, onClose }: { readonly network: Network; readonly logIn: LogIn; readonly onClose: () => void }) {
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
      submit={words.networks.save}
      isPending={save.isPending}
      problem={other}
      onSubmit={() => save.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
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

function BudgetRow({ network, budget }: { readonly network: Network; readonly budget: Budget }) {
  /** Null: untouched, so that the field shows what is stored by now. */
  const [typed, setTyped] = useState<number | string | null>(null);
  const limit = typed ?? budget.limit ?? "";
  const save = useAct(
    () =>
      dataOf(
        api.setBudget({
          type: network.type,
          name: budget.name,
          limit: limit === "" ? null : Number(limit),
          ...(budget.sandbox ? { sandbox: true } : {}),
        }),
      ),
    { done: () => words.networks.limitSaved, changes: [networksQuery.queryKey] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Anything else that is no number would be sent as no limit at all.
    if (limit === "" || Number.isSafeInteger(Number(limit)))
      save.mutate(undefined, { onSuccess: () => setTyped((now) => (now === typed ? null : now)) });
  };
  const where = budget.sandbox ? ` (${words.networks.by.sandbox})` : "";
  return (
    <form onSubmit={submit}>
      <Group align="flex-end">
        <NumberInput
          label={`${words.networks.limit}: ${budget.name}${where}, ${budget.unit}`}
          description={`${budget.summary} ${words.networks.limitHint}`}
          value={limit}
          onChange={setTyped}
          min={0}
          allowNegative={false}
          allowDecimal={false}
          hideControls
          flex={1}
        />
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          aria-label={`${words.networks.save}: ${budget.name}${where} ${network.type}`}
        >
          {words.networks.save}
        </Button>
      </Group>
    </form>
  );
}
