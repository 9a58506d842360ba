import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { LogoField } from "../../parts/logo/LogoField.tsx";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { useSeen } from "../../parts/use-seen.ts";
import { ZoneSelect } from "../../parts/ZoneSelect.tsx";
import { type Change, changeOf, type Typed, UNTOUCHED } from "./general.ts";
import { words } from "./words.ts";

export function GeneralForm({ brand, mayChange }: { readonly brand: SessionBrand; readonly mayChange: boolean }) {
  // Null: untouched, and so whatever it is by now.
  const [typed, setTyped] = useState<Typed>(UNTOUCHED);
  const { seen, onError, renew } = useSeen({ title: brand.title, timezone: brand.timezone }, touchedIn(typed));
  const title = typed.title ?? brand.title;
  const timezone = typed.timezone ?? brand.timezone ?? "UTC";
  const act = useAct((change: Change) => dataOf(api.updateBrand({ brandId: brand.id, ...change })), {
    done: () => words.saved,
    // Every view of the brand shows dates in its zone.
    changes: [["session"], ["brand", brand.id]],
    showsFailures: true,
  });
  const { fields, other } = formErrors(act.error, ["title", "timezone"]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const change = changeOf(typed, seen);
    act.mutate(change, {
      onSuccess: (stored) => {
        renew({ title: stored.title, timezone: stored.timezone });
        // What was typed meanwhile stays.
        setTyped((known) => (known === typed ? UNTOUCHED : known));
      },
      onError,
    });
  };
  return (
    <Section title={words.general} lead={mayChange ? undefined : words.readOnly}>
      <form onSubmit={save} noValidate>
        <Stack maw={440}>
          <TextInput
            label={words.name}
            required={mayChange}
            readOnly={!mayChange}
            value={title}
            onChange={({ currentTarget: { value } }) => setTyped((known) => ({ ...known, title: value }))}
            error={fields.title}
          />
          {mayChange ? (
            <>
              <Logo brand={brand} />
              <ZoneSelect
                label={words.zone}
                description={words.zoneHint}
                allowDeselect={false}
                value={timezone}
                onChange={(zone) => setTyped((known) => ({ ...known, timezone: zone }))}
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
    </Section>
  );
}

/** Kept as soon as it is chosen. */
function Logo({ brand }: { readonly brand: SessionBrand }) {
  const act = useAct((logo: string | null) => dataOf(api.setBrandLogo({ brandId: brand.id, logo })), {
    done: () => words.saved,
    changes: [["session"]],
  });
  return <LogoField brand={brand} isPending={act.isPending} onChange={(logo) => act.mutate(logo)} />;
}

function touchedIn({ title, timezone }: Typed): ("title" | "timezone")[] {
  return [...(title === null ? [] : ["title" as const]), ...(timezone === null ? [] : ["timezone" as const])];
}
