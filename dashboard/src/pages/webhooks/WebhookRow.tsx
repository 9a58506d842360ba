import { Alert, Button, Menu, Stack, Switch, Text, Title } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { printMoment } from "../../parts/moments.ts";
import { Row, RowMenu } from "../../parts/Rows.tsx";
import { StateLine, type Tone } from "../../parts/StateLine.tsx";
import { useAct } from "../../parts/use-act.ts";
import { Attempts } from "./Attempts.tsx";
import { type ListedWebhook, webhooksQuery } from "./queries.ts";
import type { ShownSecret } from "./SecretDialog.tsx";
import { eventWords, words } from "./words.ts";

interface WebhookRowProps {
  readonly webhook: ListedWebhook;
  readonly zone: string;
  readonly onEdit: () => void;
  readonly onReplay: () => void;
  readonly onSecret: (secret: ShownSecret) => void;
}

/** One webhook: how it is doing, and what can be done with it. */
export function WebhookRow({ webhook, zone, onEdit, onReplay, onSecret }: WebhookRowProps) {
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
  const [question, setQuestion] = useState<"rotate" | "remove" | null>(null);
  const of = (action: string) => words.of({ action, name });
  return (
    <Row
      picture={<IconWebhook size={28} stroke={1.5} aria-hidden />}
      title={
        <Title order={2} size="h4">
          {name}
        </Title>
      }
      state={
        <StateLine tone={toneOf(webhook)} word={words.status[status]}>
          {waiting > 0 && words.waiting({ events: waiting })}
        </StateLine>
      }
      actions={
        <>
          {isOn && (
            <Button
              size="compact-md"
              variant="default"
              aria-label={of(words.test)}
              loading={test.isPending}
              onClick={() => {
                setOpen(true);
                test.mutate(undefined);
              }}
            >
              {words.test}
            </Button>
          )}
          <Switch
            size="md"
            aria-label={words.isOn({ name })}
            checked={isOn}
            disabled={turn.isPending}
            onChange={() => turn.mutate(isOn ? "OFF" : "ACTIVE")}
          />
          <RowMenu label={words.more({ name })}>
            <Menu.Item onClick={onEdit}>{words.edit}</Menu.Item>
            <Menu.Item onClick={() => setOpen(!isOpen)}>{isOpen ? words.hideAttempts : words.showAttempts}</Menu.Item>
            {isOn && <Menu.Item onClick={onReplay}>{words.replay}</Menu.Item>}
            <Menu.Item onClick={() => setQuestion("rotate")}>{words.rotate}</Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" onClick={() => setQuestion("remove")}>
              {words.remove}
            </Menu.Item>
          </RowMenu>
          {question !== null && (
            <ConfirmDialog
              question={question === "rotate" ? words.rotateQuestion({ name }) : words.removeQuestion({ name })}
              confirm={question === "rotate" ? words.rotate : words.remove}
              onConfirm={() => {
                setQuestion(null);
                (question === "rotate" ? rotate : remove).mutate(undefined);
              }}
              onClose={() => setQuestion(null)}
            >
              <Text>{question === "rotate" ? words.rotateText : words.removeText}</Text>
            </ConfirmDialog>
          )}
        </>
      }
      below={
        <Stack gap="xs">
          <Condition webhook={webhook} zone={zone} />
          {isOpen && <Attempts webhook={webhook} zone={zone} />}
        </Stack>
      }
    >
      <div>{url}</div>
      <div>{events === null ? words.allEvents : events.map(eventWords).join(", ")}</div>
    </Row>
  );
}

function toneOf({ status, offReason, failingSince }: ListedWebhook): Tone {
  if (status === "OFF") return offReason === null ? "off" : "bad";
  return failingSince === null ? "good" : "wait";
}

/** What keeps events from arriving; nothing if they do. */
function Condition({ webhook, zone }: { readonly webhook: ListedWebhook; readonly zone: string }) {
  const { status, offReason, failingSince, failures, publicKey } = webhook;
  const isOff = status === "OFF";
  return (
    <>
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
    </>
  );
}
