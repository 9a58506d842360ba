import { Badge, Button, Group } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { Section } from "../../parts/Section.tsx";
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
    <Section title={words.sessions} lead={words.sessionsLead({ zone })}>
      <Rows label={words.sessions}>
        {sessions.map(({ id, browser, createdAt, lastUsedAt, isCurrent }) => {
          const name = browserName(browser) ?? words.unknown;
          const since = printMoment(createdAt, zone);
          return (
            <Row
              key={id}
              title={
                <Group gap="xs">
                  {name}
                  {isCurrent && (
                    <Badge variant="light" tt="none">
                      {words.here}
                    </Badge>
                  )}
                </Group>
              }
              actions={
                isCurrent ? undefined : (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={words.endIn({ browser: name, moment: since })}
                    loading={end.isPending && end.variables === id}
                    onClick={() => end.mutate(id)}
                  >
                    {words.end}
                  </Button>
                )
              }
            >
              {words.signedIn({ moment: since })} · {words.used({ moment: printMoment(lastUsedAt, zone) })}
            </Row>
          );
        })}
      </Rows>
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
    </Section>
  );
}
