import { Alert, Button, Code, Group, Loader, Stack, Table, Text, Title } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { printBytes } from "../../parts/numbers.ts";
import { useAct } from "../../parts/use-act.ts";
import { backupsQuery } from "./queries.ts";
import { words } from "./words.ts";

/** Backups beside the service's data: makes one, and deletes old ones. */
export function Backups() {
  const { folder, isRunning, problem, backups } = useSuspenseQuery(backupsQuery).data;
  const changes = [backupsQuery.queryKey];
  const start = useAct(() => dataOf(api.startBackup({})), { changes });
  const remove = useAct((name: string) => dataOf(api.deleteBackup({ name })), { changes, done: () => words.backups.deleted });
  return (
    <Stack component="section" gap="sm" aria-labelledby="backups">
      <Title order={2} size="h4" id="backups">
        {words.backups.title}
      </Title>
      <Text>
        {words.backups.lead} <Code style={{ overflowWrap: "anywhere" }}>{folder}</Code>
      </Text>
      {problem !== null && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group>
        <Button onClick={() => start.mutate()} disabled={isRunning} loading={start.isPending}>
          {words.backups.start}
        </Button>
        {isRunning && (
          <Group gap="xs" role="status">
            <Loader size="xs" aria-hidden />
            <Text size="sm">{words.backups.running}</Text>
          </Group>
        )}
      </Group>
      {backups.length === 0 && !isRunning && <Text>{words.backups.none}</Text>}
      {backups.length > 0 && (
        <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {Object.values(words.backups.columns).map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {backups.map(({ name, madeAt, sizeBytes }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{printMoment(madeAt, ownZone())}</Table.Th>
                  <Table.Td>{printBytes(sizeBytes)}</Table.Td>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>
                    <ConfirmButton
                      size="xs"
                      label={words.backups.remove}
                      name={words.backups.removeOne({ name })}
                      question={words.backups.question({ name })}
                      consequence={words.backups.consequence}
                      onConfirm={() => remove.mutate(name)}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
