import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { Panel } from "../../parts/Panel.tsx";
import { useAct } from "../../parts/use-act.ts";
import { ZoneSelect } from "../../parts/ZoneSelect.tsx";
import { words } from "./words.ts";

export function GeneralForm({ brand, mayChange }: { readonly brand: SessionBrand; readonly mayChange: boolean }) {
  const [title, setTitle] = useState(brand.title);
  const [timezone, setTimezone] = useState(brand.timezone ?? "UTC");
  const act = useAct(() => dataOf(api.updateBrand({ brandId: brand.id, title, timezone })), {
    done: () => words.saved,
    // Every view of the brand shows dates in its zone.
    changes: [["session"], ["brand", brand.id]],
    showsFailures: true,
  });
  const { fields, other } = formErrors(act.error, ["title", "timezone"]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(undefined);
  };
  return (
    <Panel title={words.general} lead={mayChange ? undefined : words.readOnly}>
      <form onSubmit={save} noValidate>
        <Stack maw={440}>
          <TextInput
            label={words.name}
            required={mayChange}
            readOnly={!mayChange}
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            error={fields.title}
          />
          {mayChange ? (
            <>
              <ZoneSelect
                label={words.zone}
                description={words.zoneHint}
                allowDeselect={false}
                value={timezone}
                onChange={(zone) => setTimezone(zone ?? timezone)}
                error={fields.timezone}
              />
              <FormProblem text={other} />
              <Group>
                <Button type="submit" loading={act.isPending}>
                  {words.save}
                </Button>
              </Group>
            </>
          ) : (
            <Text>
              {words.zone}: {timezone}
            </Text>
          )}
        </Stack>
      </form>
    </Panel>
  );
}
