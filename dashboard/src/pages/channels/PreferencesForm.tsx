import { Alert, Button, Group, Loader, NativeSelect, Radio, Stack, Switch, Text } from "@mantine/core";
import { OPTIONS_SHOWN_MAX } from "@rostrum/contract/preferences.ts";
import type { ShownPreference } from "@rostrum/contract/private/preferences.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { useAct } from "../../parts/use-act.ts";
import { useSeen } from "../../parts/use-seen.ts";
import { changedByChannels, preferencesQuery } from "./queries.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly channelId: number;
  readonly mayChange: boolean;
  readonly onDone: () => void;
}

/** What the network wants to know that posts do not say. */
export function PreferencesForm({ brandId, channelId, mayChange, onDone }: Props) {
  const { data, error } = useQuery(preferencesQuery(brandId, channelId));
  if (error !== null && data === undefined) return <Alert color="red">{error.message}</Alert>;
  if (data === undefined) return <Loader aria-label={words.preferences} />;
  return <Fields brandId={brandId} channelId={channelId} mayChange={mayChange} onDone={onDone} preferences={data} />;
}

type Value = string | boolean;
type Values = Readonly<Record<string, Value>>;

function Fields({ brandId, channelId, mayChange, onDone, preferences }: Props & { readonly preferences: readonly ShownPreference[] }) {
  const [values, setValues] = useState<Values>({});
  const { seen, onError } = useSeen<Readonly<Record<string, Value | null>>>(
    Object.fromEntries(preferences.map(({ name, value }) => [name, value])),
    Object.keys(values),
  );
  const save = useAct(
    (given: Values) =>
      dataOf(
        api.setChannelPreferences({
          channelId,
          preferences: given,
          seen: Object.fromEntries(Object.keys(given).map((name) => [name, seen[name] ?? null])),
        }),
      ),
    { done: () => words.preferencesSaved, changes: changedByChannels(brandId), showsFailures: true },
  );
  const { fields, other } = formErrors(
    save.error,
    preferences.map(({ name }) => name),
  );
  const set = (name: string, value: string | boolean) => setValues((before) => ({ ...before, [name]: value }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(values, { onSuccess: onDone, onError });
      }}
    >
      <Stack>
        <Text>{preferences.length === 0 ? words.noPreferences : words.preferencesText}</Text>
        <FormProblem text={other} />
        {preferences.map((preference) => (
          <Field
            key={preference.name}
            preference={preference}
            value={values[preference.name] ?? preference.value}
            isFixed={!mayChange}
            error={fields[preference.name]}
            onChange={(value) => set(preference.name, value)}
          />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {mayChange && preferences.length > 0 ? words.cancel : words.close}
          </Button>
          {mayChange && preferences.length > 0 && (
            <Button type="submit" loading={save.isPending} disabled={Object.keys(values).length === 0}>
              {words.save}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface FieldProps {
  readonly preference: ShownPreference;
  readonly value: string | boolean | null;
  readonly isFixed: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string | boolean) => void;
}

function Field({ preference, value, isFixed, error, onChange }: FieldProps) {
  const { name, label, hint, kind, options, problem } = preference;
  if (kind === "switch") {
    return (
      <Switch
        label={label}
        description={[hint, problem].filter(Boolean).join(" ")}
        checked={value === true}
        disabled={isFixed || problem !== null}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  const common = { label, name, description: hint ?? undefined, error: error ?? (value === null ? words.nobodyChose : undefined) };
  if (options.length > OPTIONS_SHOWN_MAX && typeof value === "string") {
    const data = options.map((option) => ({ value: option.value, label: option.label, disabled: option.problem !== null }));
    return (
      <NativeSelect {...common} data={data} value={value} disabled={isFixed} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  }
  return (
    <Radio.Group {...common} value={typeof value === "string" ? value : ""} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            label={option.label}
            description={option.problem ?? undefined}
            disabled={isFixed || option.problem !== null}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
