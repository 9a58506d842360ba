import { Button, Group, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { ownZone } from "../../parts/moments.ts";
import { Panel } from "../../parts/Panel.tsx";
import { useAct } from "../../parts/use-act.ts";
import { ZoneSelect } from "../../parts/ZoneSelect.tsx";
import { words } from "./words.ts";

export function PersonForm() {
  const { user } = useSession();
  // As they were when the page was opened: what was not changed here is not sent.
  const [before, setBefore] = useState({ name: user.name, timezone: user.timezone });
  const [name, setName] = useState(user.name);
  const [timezone, setTimezone] = useState(user.timezone);
  const typed = { ...(name !== before.name && { name }), ...(timezone !== before.timezone && { timezone }) };
  const act = useAct(() => dataOf(api.updateProfile(typed)), {
    done: () => words.saved,
    changes: [["session"]],
    showsFailures: true,
  });
  const { fields, other } = formErrors(act.error, ["name", "timezone"]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(undefined, { onSuccess: () => setBefore({ name, timezone }) });
  };
  return (
    <Panel title={words.person}>
      <form onSubmit={save} noValidate>
        <Stack maw={440}>
          <TextInput
            label={words.name}
            required
            autoComplete="name"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={fields.name}
          />
          <ZoneSelect
            label={words.zone}
            description={words.zoneHint}
            placeholder={words.zoneOfBrowser(ownZone())}
            clearable
            clearButtonProps={{ "aria-label": "Clear the time zone" }}
            value={timezone}
            onChange={setTimezone}
            error={fields.timezone}
          />
          <FormProblem text={other} />
          <Group>
            <Button type="submit" loading={act.isPending}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
