import { Button, CloseButton, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from "@rostrum/contract/limits.ts";
import type { Poll } from "@rostrum/contract/posts.ts";
import type { DraftPoll } from "./state.ts";
import { words } from "./words.ts";

const PERIODS = Object.keys(words.extras.periods) as Poll["period"][];

interface PollFieldsProps {
  readonly poll: DraftPoll;
  readonly error: string | undefined;
  readonly onChange: (poll: DraftPoll) => void;
}

export function PollFields({ poll, error, onChange }: PollFieldsProps) {
  const say = words.extras;
  const { question, options, period, correctOptionIndex, explanation } = poll;
  const change = (part: Partial<DraftPoll>) => onChange({ ...poll, ...part });
  const removeOption = (index: number) => {
    const correct =
      correctOptionIndex === null || correctOptionIndex === index ? null : correctOptionIndex - (correctOptionIndex > index ? 1 : 0);
    change({ options: options.filter((_, place) => place !== index), correctOptionIndex: correct });
  };
  return (
    <Stack gap="sm" role="group" aria-label={say.poll}>
      <TextInput label={say.question} value={question} onChange={({ currentTarget: { value } }) => change({ question: value })} />
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers are known by their place
        <Group key={index} align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={say.option({ number: index + 1 })}
            value={option}
            onChange={({ currentTarget: { value } }) =>
              change({ options: options.map((known, place) => (place === index ? value : known)) })
            }
          />
          {options.length > POLL_OPTIONS_MIN && (
            <CloseButton size="lg" aria-label={say.removeOption({ number: index + 1 })} onClick={() => removeOption(index)} />
          )}
        </Group>
      ))}
      {options.length < POLL_OPTIONS_MAX && (
        <Button variant="default" onClick={() => change({ options: [...options, ""] })} style={{ alignSelf: "flex-start" }}>
          {say.addOption}
        </Button>
      )}
      <NativeSelect
        label={say.period}
        value={period}
        data={PERIODS.map((value) => ({ value, label: say.periods[value] }))}
        onChange={({ currentTarget: { value } }) => change({ period: PERIODS.find((known) => known === value) ?? "1d" })}
      />
      <NativeSelect
        label={say.correct}
        description={say.correctHint}
        value={correctOptionIndex ?? ""}
        data={[
          { value: "", label: say.noCorrect },
          ...options.map((option, index) => ({
            value: String(index),
            label: option.trim() === "" ? say.option({ number: index + 1 }) : option,
          })),
        ]}
        onChange={({ currentTarget: { value } }) => change({ correctOptionIndex: value === "" ? null : Number(value) })}
      />
      <TextInput label={say.explanation} value={explanation} onChange={({ currentTarget: { value } }) => change({ explanation: value })} />
      {error !== undefined && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </Stack>
  );
}
