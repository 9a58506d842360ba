import { Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@rostrum/contract/words.ts";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useSession } from "../../api/session.ts";
import { speak } from "../../language/language.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { ownZone } from "../../parts/moments.ts";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { ZoneSelect } from "../../parts/ZoneSelect.tsx";
import { words } from "./words.ts";

export function PersonForm() {
  const { user } = useSession();
  /** A field that nobody has touched is not in it, shows what is stored by now, and is not sent. */
  const [typed, setTyped] = useState<{ readonly name?: string; readonly timezone?: string | null; readonly language?: Language | null }>(
    {},
  );
  const { name, timezone, language } = { ...user, ...typed };
  const act = useAct(() => dataOf(api.updateProfile(typed)), {
    done: () => words.saved,
    changes: [["session"]],
    showsFailures: true,
  });
  const { fields, other } = formErrors(act.error, ["name", "timezone", "language"]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(undefined, {
      onSuccess: () => {
        setTyped((now) => (now === typed ? {} : now));
        if (typed.language !== undefined) speak(typed.language);
      },
    });
  };
  return (
    <Section title={words.person}>
      <form onSubmit={save} noValidate>
        <Stack maw={440}>
          <TextInput
            label={words.name}
            required
            autoComplete="name"
            value={name}
            onChange={({ currentTarget: { value } }) => setTyped((now) => ({ ...now, name: value }))}
            error={fields.name}
          />
          <ZoneSelect
            label={words.zone}
            description={words.zoneHint}
            placeholder={words.zoneOfBrowser({ zone: ownZone() })}
            clearable
            clearButtonProps={{ "aria-label": words.clearZone }}
            value={timezone}
            onChange={(value) => setTyped((now) => ({ ...now, timezone: value }))}
            error={fields.timezone}
          />
          <Select
            label={words.language}
            description={words.languageHint}
            data={[{ value: "", label: words.languageOfBrowser }, ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))]}
            allowDeselect={false}
            value={language ?? ""}
            onChange={(value) => setTyped((now) => ({ ...now, language: LANGUAGES.find((each) => each === value) ?? null }))}
            error={fields.language}
          />
          <FormProblem text={other} />
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
