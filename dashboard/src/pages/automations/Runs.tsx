import { Loader, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { printMoment } from "../../parts/moments.ts";
import { runsQuery } from "./queries.ts";
import { words } from "./words.ts";

/** When an automation ran, and what came of it. */
export function Runs({ brandId, zone, automationId }: { readonly brandId: number; readonly zone: string; readonly automationId: number }) {
  const { data: runs, error } = useQuery(runsQuery(brandId, automationId));
  const { runTable } = words;
  if (error !== null && runs === undefined) return <Text role="alert">{error.message}</Text>;
  if (runs === undefined) return <Loader aria-label={words.runs} />;
  if (runs.length === 0) return <Text>{runTable.none}</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {runTable.lead}
      </Text>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{`${runTable.at} (${zone})`}</Table.Th>
            <Table.Th>{runTable.posts}</Table.Th>
            <Table.Th>{runTable.outcome}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {runs.map(({ endedAt, posts, problem }) => (
            <Table.Tr key={endedAt}>
              <Table.Td>{printMoment(endedAt, zone)}</Table.Td>
              <Table.Td>{posts}</Table.Td>
              <Table.Td>{problem ?? runTable.fine}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
