import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { LogoField } from "../../parts/logo/LogoField.tsx";
import { ownZone } from "../../parts/moments.ts";
import { useAct } from "../../parts/use-act.ts";
import { ZoneSelect } from "../../parts/ZoneSelect.tsx";
import { words } from "./words.ts";

/** Name and zone; the zone is the browser's until somebody says otherwise. */
export function BrandStep({ onDone }: { readonly onDone: (brandId: number) => void }) {
  const [title, setTitle] = useState("");
  const [timezone, setTimezone] = useState(ownZone());
  const [logo, setLogo] = useState<string | null>(null);
  const makeBrand = async () => {
    const brand = await dataOf(api.createOwnBrand({ title: title.trim(), timezone }));
    // A brand without its picture is a brand: it can be given one in the settings.
    if (logo !== null) await api.setBrandLogo({ brandId: brand.id, logo }).catch(() => undefined);
    return brand;
  };
  const create = useAct(makeBrand, {
    changes: [["session"]],
    showsFailures: true,
  });
  const { fields, other } = formErrors(create.error, ["title", "timezone"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined, { onSuccess: ({ id }) => onDone(id) });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={420} gap="lg">
        <div>
          <Title order={1}>{words.brandTitle}</Title>
          <Text c="dimmed">{words.brandLead}</Text>
        </div>
        <TextInput
          label={words.name}
          size="md"
          required
          autoFocus
          value={title}
          error={fields.title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <LogoField brand={{ id: 1, title, logoUrl: logo }} onChange={setLogo} />
        <ZoneSelect
          label={words.zone}
          description={words.zoneHint}
          size="md"
          allowDeselect={false}
          value={timezone}
          error={fields.timezone}
          onChange={(zone) => setTimezone(zone ?? timezone)}
        />
        <FormProblem text={other} />
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={create.isPending} disabled={title.trim() === ""}>
            {words.toNetworks}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
