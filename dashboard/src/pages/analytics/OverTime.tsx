import { Accordion, Table, Text } from "@mantine/core";
import type { Figures } from "@rostrum/contract/private/published.ts";
import { Columns } from "./charts.tsx";
import { print } from "./print.ts";
import { Section } from "./Section.tsx";
import { NumberCell, Scrolled } from "./SumsTable.tsx";
import { words } from "./words.ts";

/** What readers did on each day. */
export function OverTime({ days, hasGains }: { readonly days: Figures["days"]; readonly hasGains: boolean }) {
  const told = days.filter(
    ({ published, gained }) => published.posts > 0 || gained.likes !== 0 || gained.comments !== 0 || gained.shares !== 0,
  );
  return (
    <Section title={words.overTime} lead={words.overTimeLead}>
      {hasGains ? (
        <Columns title={words.overTime} bars={days.map(({ day, gained }) => ({ label: print.shortDay(day), ...gained }))} />
      ) : (
        <Text>{words.noResponses}</Text>
      )}
      <Accordion variant="contained" order={3}>
        <Accordion.Item value="table">
          <Accordion.Control>{words.showTable}</Accordion.Control>
          <Accordion.Panel>
            <Scrolled title={words.overTime}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{words.day}</Table.Th>
                    <NumberCell head>{words.published}</NumberCell>
                    <NumberCell head>{words.likes}</NumberCell>
                    <NumberCell head>{words.comments}</NumberCell>
                    <NumberCell head>{words.shares}</NumberCell>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {told.map(({ day, published, gained }) => (
                    <Table.Tr key={day}>
                      <Table.Td style={{ whiteSpace: "nowrap" }}>{print.day(day)}</Table.Td>
                      <NumberCell>{print.number(published.posts)}</NumberCell>
                      <NumberCell>{print.number(gained.likes)}</NumberCell>
                      <NumberCell>{print.number(gained.comments)}</NumberCell>
                      <NumberCell>{print.number(gained.shares)}</NumberCell>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Scrolled>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Section>
  );
}
