import { Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { ownZone, printMoment } from "../../parts/moments.ts";
import { Row, Rows } from "../../parts/Rows.tsx";
import { Section } from "../../parts/Section.tsx";
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
    <Section title={words.programs} lead={words.programsLead}>
      {programs.length === 0 && <Text>{words.noPrograms}</Text>}
      {programs.length > 0 && (
        <Rows label={words.programs}>
          {programs.map(({ clientId, name, host, grantedAt, lastUsedAt, mayWrite }) => (
            <Row
              key={clientId}
              title={name}
              actions={
                <ConfirmButton
                  size="xs"
                  label={words.disconnect}
                  name={words.disconnectLabel({ name })}
                  question={words.disconnectQuestion({ name })}
                  consequence={words.disconnectText}
                  loading={disconnect.isPending && disconnect.variables.clientId === clientId}
                  onConfirm={() => disconnect.mutate({ clientId, name })}
                />
              }
            >
              <div>
                {host === null ? words.unverified : words.vouched({ host })} · {mayWrite ? words.mayWrite : words.mayRead}
              </div>
              {words.connectedAt({ moment: printMoment(grantedAt, zone) })} ·{" "}
              {lastUsedAt === null ? words.unused : words.used({ moment: printMoment(lastUsedAt, zone) })}
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  );
}
