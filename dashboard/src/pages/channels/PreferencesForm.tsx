import { Alert, Button, Group, Loader, Radio, Stack, Switch, Text } from "@mantine/core";
import type { ShownPreference } from "@rostrum/contract/private/preferences.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { useAct } from "../../parts/use-act.ts";
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
  if (error !== null) return <Alert color="red">{error.message}</Alert>;
  if (data === undefined) return <Loader aria-label={words.preferences} />;
  return <Fields brandId={brandId} channelId={channelId} mayChange={mayChange} onDone={onDone} preferences={data} />;
}

type Values = Readonly<Record<string, string | boolean>>;

function Fields({ brandId, channelId, mayChange, onDone, preferences }: Props & { readonly preferences: readonly ShownPreference[] }) {
  const [values, setValues] = useState<Values>({});
  const save = useAct((given: Values) => dataOf(api.setChannelPreferences({ channelId, preferences: given })), {
    done: () => words.preferencesSaved,
    changes: changedByChannels(brandId),
    showsFailures: true,
  });
  const set = (name: string, value: string | boolean) => setValues((before) => ({ ...before, [name]: value }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(values, { onSuccess: onDone });
      }}
    >
      <Stack>
        <Text>{preferences.length === 0 ? words.noPreferences : words.preferencesText}</Text>
        {save.error !== null && (
          <Alert color="red" role="alert">
            {save.error.message}
          </Alert>
        )}
        {preferences.map((preference) => (
          <Field
            key={preference.name}
            preference={preference}
            value={values[preference.name] ?? preference.value}
            isFixed={!mayChange}
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
  readonly onChange: (value: string | boolean) => void;
}

function Field({ preference, value, isFixed, onChange }: FieldProps) {
  const { name, label, hint, kind, options, problem } = preference;
  if (kind === "switch") {
    return (
      <Switch
        label={label}
        description={[hint, problem].filter(Boolean).join(" ")}
        checked={value === true}
        disabled={isFixed || problem !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  }
  return (
    <Radio.Group
      label={label}
      name={name}
      description={hint ?? undefined}
      error={value === null ? words.nobodyChose : undefined}
      value={typeof value === "string" ? value : ""}
      onChange={onChange}
    >
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
