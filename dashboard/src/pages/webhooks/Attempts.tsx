import { Button, Code, Loader, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { printMoment } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import { attemptsQuery, type ListedWebhook } from "./queries.ts";
import { eventWords, words } from "./words.ts";

/** What was sent last, and what the receiver said. */
export function Attempts({ webhook, zone }: { readonly webhook: ListedWebhook; readonly zone: string }) {
  const query = attemptsQuery(webhook.brandId, webhook.id);
  const { data, error } = useQuery(query);
  const again = useAct((eventId: string) => dataOf(api.replayWebhook({ webhookId: webhook.id, eventId })), {
    done: ({ events }) => words.replayed({ events }),
    changes: [query.queryKey],
  });
  const { attemptTable } = words;
  if (error !== null && data === undefined) return <Text role="alert">{error.message}</Text>;
  if (data === undefined) return <Loader aria-label={words.attempts} />;
  if (data.attempts.length === 0) return <Text>{words.noAttempts}</Text>;
  return (
    <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0, "aria-label": words.attempts } }}>
      <Table aria-label={words.attempts} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{attemptTable.at}</Table.Th>
            <Table.Th>{attemptTable.event}</Table.Th>
            <Table.Th>{attemptTable.outcome}</Table.Th>
            <Table.Th>{attemptTable.answer}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.attempts.map(({ id, eventId, type, at, durationMilliseconds, httpStatus, problem, answer }) => (
            <Table.Tr key={id}>
              <Table.Td>{printMoment(at, zone)}</Table.Td>
              <Table.Td>{eventWords(type)}</Table.Td>
              <Table.Td>{problem ?? words.arrived({ status: String(httpStatus), milliseconds: durationMilliseconds })}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>
                {answer !== null && answer !== "" && <Code>{answer.slice(0, ANSWER_SHOWN)}</Code>}
              </Table.Td>
              <Table.Td>
                {webhook.status === "ACTIVE" && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={words.of({ action: words.replay, name: `${eventWords(type)}, ${printMoment(at, zone)}` })}
                    loading={again.isPending && again.variables === eventId}
                    onClick={() => again.mutate(eventId)}
                  >
                    {words.replay}
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The rest is in the list that the command line prints. */
const ANSWER_SHOWN = 200;
