import { Alert, Anchor, Badge, Button, Card, Group, Stack, Table, Text, Title } from "@mantine/core";
import type { AutomationStatus } from "@rostrum/contract/automations.ts";
import type { AutomationState } from "@rostrum/contract/private/automations.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { printMoment } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import { words } from "./words.ts";

const COLORS = { ACTIVE: "green", PAUSED: "gray", FAILING: "orange", STOPPED: "red" } as const satisfies Record<AutomationStatus, string>;

interface AutomationCardProps {
  readonly brandId: number;
  readonly zone: string;
  readonly automation: AutomationState;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  readonly onEdit: () => void;
  readonly onRuns: () => void;
}

export function AutomationCard(props: AutomationCardProps) {
  const { automation, zone } = props;
  const { name, status, feedUrl, collection, addPostsAsDraft, refreshRate, lastRunAt, nextRunAt, postsMade, itemsKnown } = automation;
  const when = (moment: string) => `${printMoment(moment, zone)} (${zone})`;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      words.facts.feed,
      <Anchor key="feed" size="sm" href={feedUrl} target="_blank" rel="noreferrer" style={{ overflowWrap: "anywhere" }}>
        {feedUrl}
      </Anchor>,
    ],
    [words.facts.posts, addPostsAsDraft ? words.intoDrafts({ collection }) : words.intoQueue({ collection })],
    [words.facts.lastRun, lastRunAt === null ? words.never : when(lastRunAt)],
    [words.facts.nextRun, nextRunAt === null ? words.notPlanned : `${when(nextRunAt)}, ${words.every({ hours: refreshRate })}`],
    [words.facts.made, `${postsMade === null ? "" : `${words.made({ posts: postsMade })}, `}${words.known({ items: itemsKnown })}`],
  ];
  return (
    <Card component="li" withBorder>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
            {name}
          </Title>
          <Badge variant="dot" color={COLORS[status]} tt="none" size="lg">
            {words.statuses[status]}
          </Badge>
        </Group>
        <Problem automation={automation} when={when} />
        <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={0}>
          <Table.Tbody>
            {facts.map(([fact, value]) => (
              <Table.Tr key={fact}>
                <Table.Th w={100} fw={500} style={{ verticalAlign: "top" }}>
                  {fact}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Actions {...props} />
      </Stack>
    </Card>
  );
}

function Problem({ automation, when }: { readonly automation: AutomationState; readonly when: (moment: string) => string }) {
  const { status, problem, failures, failingSince } = automation;
  if (problem === null || status === "PAUSED") return null;
  const title = status === "ACTIVE" ? words.troubles.once : words.troubles[status];
  return (
    <Alert color={status === "STOPPED" ? "red" : "yellow"} icon={<IconAlertTriangle aria-hidden />} title={title}>
      <Text size="sm">{problem}</Text>
      {failingSince !== null && <Text size="sm">{words.failingSince({ failures, since: when(failingSince) })}</Text>}
    </Alert>
  );
}

function Actions({ brandId, automation, mayEdit, mayDelete, onEdit, onRuns }: AutomationCardProps) {
  const { id: automationId, name, status } = automation;
  const changes = [["brand", brandId, "automations"]] as const;
  const run = useAct(() => dataOf(api.runAutomationNow({ automationId })), { done: () => words.running({ name }), changes });
  const turn = useAct((to: "ACTIVE" | "PAUSED") => dataOf(api.updateAutomation({ automationId, status: to })), {
    done: (_, to) => (to === "PAUSED" ? words.paused({ name }) : words.resumed({ name })),
    changes,
  });
  const remove = useAct(() => dataOf(api.removeAutomation({ automationId })), { done: () => words.deleted, changes });
  const runs = status === "ACTIVE" || status === "FAILING";
  return (
    <Group gap="xs">
      {mayEdit && runs && (
        <Button
          size="sm"
          variant="default"
          loading={run.isPending}
          onClick={() => run.mutate(undefined)}
          aria-label={words.runOf({ name })}
        >
          {words.run}
        </Button>
      )}
      {mayEdit && (
        <>
          <Button
            size="sm"
            variant="default"
            loading={turn.isPending}
            onClick={() => turn.mutate(runs ? "PAUSED" : "ACTIVE")}
            aria-label={runs ? words.pauseOf({ name }) : status === "STOPPED" ? words.restartOf({ name }) : words.resumeOf({ name })}
          >
            {runs ? words.pause : status === "STOPPED" ? words.restart : words.resume}
          </Button>
          <Button size="sm" variant="default" onClick={onEdit} aria-label={words.editOf({ name })}>
            {words.edit}
          </Button>
        </>
      )}
      <Button size="sm" variant="default" onClick={onRuns} aria-label={words.runsOf({ name })}>
        {words.runs}
      </Button>
      {mayDelete && (
        <ConfirmButton
          size="sm"
          label={words.delete}
          question={words.deleteQuestion({ name })}
          consequence={words.deleteConsequence}
          onConfirm={() => remove.mutate(undefined)}
        />
      )}
    </Group>
  );
}
