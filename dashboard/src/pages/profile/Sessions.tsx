import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { Panel } from "../../parts/Panel.tsx";
import { useAct } from "../../parts/use-act.ts";
import { browserName } from "./browser-name.ts";
import { sessionsQuery } from "./queries.ts";
import { words } from "./words.ts";

export function Sessions() {
  const zone = useSession().user.timezone ?? ownZone();
  const sessions = useSuspenseQuery(sessionsQuery).data;
  const changes = [sessionsQuery.queryKey];
  const end = useAct((sessionId: number) => dataOf(api.endOwnSession({ sessionId })), { done: () => words.ended, changes });
  const endOthers = useAct(() => dataOf(api.endOtherSessions()), { done: ({ ended }) => words.endedOthers({ ended }), changes });
  return (
    <Panel title={words.sessions} lead={words.sessionsLead({ zone })}>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {sessions.map(({ id, browser, createdAt, lastUsedAt, isCurrent }) => {
          const name = browserName(browser) ?? words.unknown;
          const since = printMoment(createdAt, zone);
          return (
            <Group key={id} component="li" justify="space-between" gap="sm">
              <Stack gap={2} miw={0} flex={1}>
                <Group gap="xs">
                  <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                    {name}
                  </Text>
                  {isCurrent && (
                    <Badge variant="light" tt="none">
                      {words.here}
                    </Badge>
                  )}
                </Group>
                <Text size="sm" c="dimmed">
                  {words.signedIn({ moment: since })} · {words.used({ moment: printMoment(lastUsedAt, zone) })}
                </Text>
              </Stack>
              {!isCurrent && (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={words.endIn({ browser: name, moment: since })}
                  loading={end.isPending && end.variables === id}
                  onClick={() => end.mutate(id)}
                >
                  {words.end}
                </Button>
              )}
            </Group>
          );
        })}
      </Stack>
      {sessions.length > 1 && (
        <Group>
          <ConfirmButton
            label={words.endOthers}
            question={words.endOthersQuestion}
            consequence={words.endOthersText}
            loading={endOthers.isPending}
            onConfirm={() => endOthers.mutate(undefined)}
          />
        </Group>
      )}
    </Panel>
  );
}
