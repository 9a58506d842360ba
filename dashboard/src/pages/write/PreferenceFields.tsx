import { Fieldset, NativeSelect, Stack, Text } from "@mantine/core";
import type { ShownPreference } from "@rostrum/contract/private/preferences.ts";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import type { Draft } from "./state.ts";
import { words } from "./words.ts";

interface PreferenceFieldsProps {
  readonly channels: readonly WritingChannel[];
  readonly own: Draft["preferences"];
  readonly error: string | undefined;
  readonly onChange: (own: Draft["preferences"]) => void;
}

/** The post's own values in place of its channels'. */
export function PreferenceFields({ channels, own, error, onChange }: PreferenceFieldsProps) {
  const set = (channelId: number, name: string, value: string | boolean | null) => {
    const { [name]: _before, ...others } = own[channelId] ?? {};
    onChange({ ...own, [channelId]: value === null ? others : { ...others, [name]: value } });
  };
  return (
    <Stack gap="sm">
      {channels.map(({ id, type, name, preferences }) => (
        <Fieldset key={id} legend={`${type} · ${name}`}>
          <Stack gap="sm">
            {preferences
              .filter(({ perPost }) => perPost)
              .map((preference) => (
                <PreferenceField
                  key={preference.name}
                  preference={preference}
                  value={own[id]?.[preference.name] ?? null}
                  onChange={(value) => set(id, preference.name, value)}
                />
              ))}
          </Stack>
        </Fieldset>
      ))}
      {error !== undefined && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </Stack>
  );
}

interface PreferenceFieldProps {
  readonly preference: ShownPreference;
  readonly value: string | boolean | null;
  readonly onChange: (value: string | boolean | null) => void;
}

function PreferenceField({ preference, value, onChange }: PreferenceFieldProps) {
  const { label, hint, kind, options, problem } = preference;
  const say = words.extras;
  const choices =
    kind === "switch"
      ? [
          { value: "true", label: say.on, disabled: problem !== null },
          { value: "false", label: say.off, disabled: false },
        ]
      : options.map((option) => ({ value: option.value, label: option.label, disabled: option.problem !== null }));
  // The account may have ceased to offer it; it is shown so that it can be taken back.
  const isGone = value !== null && !choices.some((choice) => choice.value === String(value));
  const shown = isGone ? [...choices, { value: String(value), label: say.notOffered({ value: String(value) }), disabled: true }] : choices;
  const notes = [hint, kind === "switch" ? problem : null, ...options.flatMap((option) => option.problem ?? [])];
  return (
    <NativeSelect
      label={label}
      description={[...new Set(notes.filter((note) => note !== null))].join(" ")}
      value={value === null ? "" : String(value)}
      data={[{ value: "", label: say.asChannel({ value: channelWord(preference) }) }, ...shown]}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === "" ? null : kind === "switch" ? chosen === "true" : chosen)}
    />
  );
}

function channelWord({ value, options }: ShownPreference): string {
  if (typeof value === "boolean") return value ? words.extras.on : words.extras.off;
  return value === null ? words.notChosen : (options.find((option) => option.value === value)?.label ?? value);
}
