import { Group, Stack, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { Panel } from "../../parts/Panel.tsx";
import { useAct } from "../../parts/use-act.ts";
import { programsQuery } from "./queries.ts";
import { words } from "./words.ts";

export function Programs() {
  const zone = useSession().user.timezone ?? ownZone();
  const programs = useSuspenseQuery(programsQuery).data;
  const disconnect = useAct(
    ({ clientId }: { readonly clientId: string; readonly name: string }) => dataOf(api.disconnectProgram({ clientId })),
    { done: (_, { name }) => words.disconnected({ name }), changes: [programsQuery.queryKey] },
  );
  return (
    <Panel title={words.programs} lead={words.programsLead}>
      {programs.length === 0 && <Text>{words.noPrograms}</Text>}
      {programs.length > 0 && (
        <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: "none" }}>
          {programs.map(({ clientId, name, host, grantedAt, lastUsedAt, mayWrite }) => (
            <Group key={clientId} component="li" justify="space-between" gap="sm">
              <Stack gap={2} miw={0} flex="1 1 240px">
                <Text fw={600} style={{ overflowWrap: "anywhere" }}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed">
                  {host === null ? words.unverified : words.vouched({ host })} · {mayWrite ? words.mayWrite : words.mayRead}
                </Text>
                <Text size="sm" c="dimmed">
                  {words.connectedAt({ moment: printMoment(grantedAt, zone) })} ·{" "}
                  {lastUsedAt === null ? words.unused : words.used({ moment: printMoment(lastUsedAt, zone) })}
                </Text>
              </Stack>
              <ConfirmButton
                size="xs"
                label={words.disconnect}
                name={words.disconnectLabel({ name })}
                question={words.disconnectQuestion({ name })}
                consequence={words.disconnectText}
                loading={disconnect.isPending && disconnect.variables.clientId === clientId}
                onConfirm={() => disconnect.mutate({ clientId, name })}
              />
            </Group>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
