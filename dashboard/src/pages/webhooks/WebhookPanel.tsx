import { Alert, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { printMoment } from "../../parts/moments.ts";
import { Panel } from "../../parts/Panel.tsx";
import { useAct } from "../../parts/use-act.ts";
import { Attempts } from "./Attempts.tsx";
import { type ListedWebhook, webhooksQuery } from "./queries.ts";
import type { ShownSecret } from "./SecretDialog.tsx";
import { eventWords, words } from "./words.ts";

interface WebhookPanelProps {
  readonly webhook: ListedWebhook;
  readonly zone: string;
  readonly onEdit: () => void;
  readonly onReplay: () => void;
  readonly onSecret: (secret: ShownSecret) => void;
}

/** One webhook: how it is doing, and what can be done with it. */
export function WebhookPanel({ webhook, zone, onEdit, onReplay, onSecret }: WebhookPanelProps) {
  const { id, brandId, url, description, status, events, waiting } = webhook;
  const name = description ?? URL.parse(url)?.host ?? url;
  const isOn = status === "ACTIVE";
  const changes = [webhooksQuery(brandId).queryKey];
  const [isOpen, setOpen] = useState(false);
  const turn = useAct((to: "ACTIVE" | "OFF") => dataOf(api.updateWebhook({ webhookId: id, status: to })), {
    done: (_, to) => (to === "OFF" ? words.switchedOff({ name }) : words.switchedOn({ name })),
    changes,
  });
  const test = useAct(() => dataOf(api.testWebhook({ webhookId: id })), { done: () => words.tested, changes });
  const rotate = useAct(async () => onSecret(await dataOf(api.rotateWebhookSecret({ webhookId: id }))), { changes });
  const remove = useAct(() => dataOf(api.removeWebhook({ webhookId: id })), { done: () => words.removed({ name }), changes });
  const small = { size: "xs", variant: "default" } as const;
  return (
    <Panel title={name} lead={<span style={{ overflowWrap: "anywhere" }}>{url}</span>}>
      <Group gap="xs">
        <Badge color={isOn ? "green" : "gray"} variant="light" c="var(--mantine-color-text)" tt="none">
          {words.status[status]}
        </Badge>
        <Text size="sm">{events === null ? words.allEvents : events.map(eventWords).join(", ")}</Text>
        {waiting > 0 && (
          <Text size="sm" c="dimmed">
            {words.waiting({ events: waiting })}
          </Text>
        )}
      </Group>
      <Condition webhook={webhook} zone={zone} />
      <Group gap="xs">
        <Button {...small} aria-label={words.of({ action: words.edit, name })} onClick={onEdit}>
          {words.edit}
        </Button>
        <Button
          {...small}
          aria-label={words.of({ action: isOn ? words.switchOff : words.switchOn, name })}
          loading={turn.isPending}
          onClick={() => turn.mutate(isOn ? "OFF" : "ACTIVE")}
        >
          {isOn ? words.switchOff : words.switchOn}
        </Button>
        {isOn && (
          <Button
            {...small}
            aria-label={words.of({ action: words.test, name })}
            loading={test.isPending}
            onClick={() => {
              setOpen(true);
              test.mutate(undefined);
            }}
          >
            {words.test}
          </Button>
        )}
        {isOn && (
          <Button {...small} aria-label={words.of({ action: words.replay, name })} onClick={onReplay}>
            {words.replay}
          </Button>
        )}
        <ConfirmButton
          size="xs"
          label={words.rotate}
          name={words.of({ action: words.rotate, name })}
          question={words.rotateQuestion({ name })}
          consequence={words.rotateText}
          loading={rotate.isPending}
          onConfirm={() => rotate.mutate(undefined)}
        />
        <ConfirmButton
          size="xs"
          label={words.remove}
          name={words.of({ action: words.remove, name })}
          question={words.removeQuestion({ name })}
          consequence={words.removeText}
          loading={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
        />
        <Button
          size="xs"
          variant="subtle"
          aria-label={words.of({ action: isOpen ? words.hideAttempts : words.showAttempts, name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? words.hideAttempts : words.showAttempts}
        </Button>
      </Group>
      {isOpen && <Attempts webhook={webhook} zone={zone} />}
    </Panel>
  );
}

/** What keeps events from arriving; nothing if they do. */
function Condition({ webhook, zone }: { readonly webhook: ListedWebhook; readonly zone: string }) {
  const { status, offReason, failingSince, failures, publicKey } = webhook;
  const isOff = status === "OFF";
  return (
    <Stack gap="xs">
      {isOff && (
        <Alert color={offReason === null ? "gray" : "red"}>
          {offReason === null ? words.offByPerson : words.offByService({ reason: offReason })}
        </Alert>
      )}
      {!isOff && failingSince !== null && (
        <Alert color="yellow">{words.failing({ since: printMoment(failingSince, zone), failures })}</Alert>
      )}
      {publicKey !== null && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {`${words.publicKey}: ${publicKey}`}
        </Text>
      )}
    </Stack>
  );
}
