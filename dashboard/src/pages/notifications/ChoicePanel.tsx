import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Table, Text, Title } from "@mantine/core";
import { DAYS } from "@rostrum/contract/formats.ts";
import {
  type DigestTime,
  NOTIFICATION_GROUPS,
  NOTIFICATION_WAYS,
  type NotificationGroup,
  type Notifications,
  type NotificationWay,
} from "@rostrum/contract/private/notifications.ts";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { printHour } from "../../parts/moments.ts";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { words as shellWords } from "../../shell/words.ts";
import { notificationsQuery } from "./queries.ts";
import { words } from "./words.ts";

/** The bell of the dashboard, and the ways that leave it. */
const WAYS = ["bell", ...NOTIFICATION_WAYS] as const;
type Way = NotificationWay | "bell";
type Choice = Pick<Notifications, Way | "digestTime">;

function nameOf(way: Way): string {
  return way === "bell" ? shellWords.bell.way : words.ways[way];
}

/** Events by ways, and when the digest comes. */
export function ChoicePanel({ brandId, known }: { readonly brandId: number; readonly known: Notifications }) {
  // Null: untouched, and so whatever it is by now.
  const [typed, setTyped] = useState<Choice | null>(null);
  const choice = typed ?? known;
  const act = useAct(
    ({ mail, digest, chat, bell, digestTime }: Choice) =>
      dataOf(api.updateNotifications({ brandId, mail, digest, chat, bell, digestTime })),
    {
      done: () => words.saved,
      changes: [notificationsQuery(brandId).queryKey],
      showsFailures: true,
    },
  );
  const change = (part: Partial<Choice>) => setTyped({ ...choice, ...part });
  const save = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(choice, {
      // What was ticked meanwhile stays.
      onSuccess: () => setTyped((known) => (known === typed ? null : known)),
    });
  };
  const cannot: Readonly<Record<Way, boolean>> = {
    bell: false,
    mail: known.mails === "NO_MAIL",
    digest: known.mails === "NO_MAIL",
    chat: known.chatTarget === null,
  };
  return (
    <Section title={words.what}>
      <form onSubmit={save}>
        <Stack>
          {known.mails !== "SENT" && <Alert color="yellow">{known.mails === "NO_MAIL" ? words.noMail : words.unverified}</Alert>}
          {known.chatTarget === null && <Text size="sm">{words.noChat}</Text>}
          <Ways choice={choice} cannot={cannot} onChange={change} />
          <Title order={3} size="h5">
            {words.digest}
          </Title>
          <Text size="sm" c="dimmed">
            {words.digestLead({ zone: known.timezone })}
          </Text>
          <Times time={choice.digestTime} onChange={(digestTime) => change({ digestTime })} />
          <FormProblem text={formErrors(act.error, []).other} />
          <Group>
            <Button type="submit" loading={act.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

interface WaysProps {
  readonly choice: Choice;
  readonly cannot: Readonly<Record<Way, boolean>>;
  readonly onChange: (part: Partial<Choice>) => void;
}

function Ways({ choice, cannot, onChange }: WaysProps) {
  const toggled = (way: Way, group: NotificationGroup, isOn: boolean) =>
    NOTIFICATION_GROUPS.filter((each) => (each === group ? isOn : choice[way].includes(each)));
  return (
    <Table.ScrollContainer minWidth={480} type="native" tabIndex={0}>
      <Table aria-label={words.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.thing}</Table.Th>
            {WAYS.map((way) => (
              <Table.Th key={way}>{nameOf(way)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {NOTIFICATION_GROUPS.map((group) => (
            <Table.Tr key={group}>
              <Table.Th scope="row">
                {words.groups[group]}
                <Text size="sm" c="dimmed" fw={400}>
                  {words.groupHints[group]}
                </Text>
              </Table.Th>
              {WAYS.map((way) => (
                <Table.Td key={way}>
                  <Checkbox
                    aria-label={words.choice({ group: words.groups[group], way: nameOf(way) })}
                    checked={choice[way].includes(group)}
                    disabled={cannot[way]}
                    onChange={({ currentTarget }) => onChange({ [way]: toggled(way, group, currentTarget.checked) })}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Times({ time, onChange }: { readonly time: DigestTime; readonly onChange: (time: DigestTime) => void }) {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: printHour(hour) }));
  return (
    <Group align="flex-end">
      <NativeSelect
        label={words.every}
        data={(["DAY", "WEEK"] as const).map((value) => ({ value, label: words.everyOptions[value] }))}
        value={time.every}
        onChange={({ currentTarget }) => onChange({ ...time, every: currentTarget.value as DigestTime["every"] })}
      />
      {time.every === "WEEK" && (
        <NativeSelect
          label={words.day}
          data={DAYS.map((value) => ({ value, label: words.days[value] }))}
          value={time.day}
          onChange={({ currentTarget }) => onChange({ ...time, day: currentTarget.value as DigestTime["day"] })}
        />
      )}
      <NativeSelect
        label={words.hour}
        data={hours}
        value={String(time.hour)}
        onChange={({ currentTarget }) => onChange({ ...time, hour: Number(currentTarget.value) })}
      />
    </Group>
  );
}
