import { Alert, Button, Code, Group, Loader, Stack, Text, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { Fold } from "../../parts/Fold.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { printBytes } from "../../parts/numbers.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { useAct } from "../../parts/use-act.ts";
import { backupsQuery } from "./queries.ts";
import { words } from "./words.ts";

const say = words.backups;

/** Backups beside the service's data: makes one, and deletes old ones. */
export function Backups() {
  const { folder, isRunning, problem, backups } = useSuspenseQuery(backupsQuery).data;
  const changes = [backupsQuery.queryKey];
  const start = useAct(() => dataOf(api.startBackup({})), { changes });
  const remove = useAct((name: string) => dataOf(api.deleteBackup({ name })), { changes, done: () => say.deleted });
  return (
    <Stack component="section" gap="sm" aria-labelledby="backups">
      <Group justify="space-between">
        <Title order={2} size="h4" id="backups">
          {say.title}
        </Title>
        <Button onClick={() => start.mutate()} disabled={isRunning} loading={start.isPending}>
          {say.start}
        </Button>
      </Group>
      <Text maw={640} c="dimmed">
        {say.lead}
      </Text>
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      {isRunning && (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{say.running}</Text>
        </Group>
      )}
      {backups.length === 0 && !isRunning && <Text>{say.none}</Text>}
      {backups.length > 0 && (
        <Rows label={say.title}>
          {backups.map(({ name, madeAt, sizeBytes }) => (
            <Row
              key={name}
              title={printMoment(madeAt, ownZone())}
              actions={
                <ConfirmButton
                  size="compact-md"
                  label={say.remove}
                  name={say.removeOne({ name })}
                  question={say.question({ name })}
                  consequence={say.consequence}
                  onConfirm={() => remove.mutate(name)}
                />
              }
            >
              {name} · {printBytes(sizeBytes)}
            </Row>
          ))}
        </Rows>
      )}
      <Fold title={words.technical}>
        <Text size="sm">
          {say.folder} <Code style={{ overflowWrap: "anywhere" }}>{folder}</Code>
        </Text>
      </Fold>
    </Stack>
  );
}
