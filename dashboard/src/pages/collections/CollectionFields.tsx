import { NumberInput, Radio, Stack, Textarea, TextInput } from "@mantine/core";
import { DESCRIPTION_LENGTH_MAX, REPUBLISH_WEEKS_MAX, TITLE_LENGTH_MAX } from "@rostrum/contract/limits.ts";
import { type ReactNode, useState } from "react";
import { ChannelOrder, type ChoosableChannel } from "./ChannelOrder.tsx";
import { ChannelTicks } from "./ChannelTicks.tsx";
import { words } from "./words.ts";

/** What a collection is, apart from its week. */
export interface Draft {
  readonly title: string;
  readonly description: string;
  readonly channels: readonly number[];
  readonly maxRepublish: number;
}

interface Props {
  readonly draft: Draft;
  readonly choice: readonly ChoosableChannel[];
  readonly errors: Readonly<Record<string, string>>;
  readonly isFixed: boolean;
  /** Whether it is being made: then its channels are ticked, and ordered later. */
  readonly isNew?: boolean;
  readonly onChange: (draft: Draft) => void;
  /** More to choose, below the channels. */
  readonly children?: ReactNode;
}

const FIRST_WEEKS = 4;

export function CollectionFields({ draft, choice, errors, isFixed, isNew = false, onChange, children }: Props) {
  const { title, description, channels, maxRepublish } = draft;
  // It may be empty until something else is typed.
  const [isCleared, setCleared] = useState(false);
  const evergreen = maxRepublish === 0 ? "off" : maxRepublish < 0 ? "once" : "weeks";
  const choosing = {
    chosen: channels,
    choice,
    error: errors.channels,
    onChange: (ids: readonly number[]) => onChange({ ...draft, channels: ids }),
  };
  return (
    <Stack>
      <TextInput
        label={words.field.title}
        value={title}
        error={errors.title}
        maxLength={TITLE_LENGTH_MAX}
        onChange={({ currentTarget }) => onChange({ ...draft, title: currentTarget.value })}
        readOnly={isFixed}
        required
        data-autofocus={isNew || undefined}
      />
      <Textarea
        label={words.field.description}
        description={words.field.descriptionHint}
        value={description}
        error={errors.description}
        maxLength={DESCRIPTION_LENGTH_MAX}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => onChange({ ...draft, description: currentTarget.value })}
        readOnly={isFixed}
      />
      {isNew ? <ChannelTicks {...choosing} /> : <ChannelOrder {...choosing} isFixed={isFixed} />}
      {children}
      <Radio.Group
        label={words.field.evergreen}
        description={words.field.evergreenHint}
        error={errors.maxRepublish}
        value={evergreen}
        onChange={(value) => onChange({ ...draft, maxRepublish: value === "off" ? 0 : value === "once" ? -1 : FIRST_WEEKS })}
      >
        <Stack gap="xs" mt="xs">
          {(["off", "once", "weeks"] as const).map((value) => (
            <Radio key={value} value={value} label={words.evergreen[value]} disabled={isFixed} />
          ))}
        </Stack>
      </Radio.Group>
      {evergreen === "weeks" && (
        <NumberInput
          label={words.field.weeks}
          value={isCleared ? "" : maxRepublish}
          min={1}
          max={REPUBLISH_WEEKS_MAX}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          maw={140}
          readOnly={isFixed}
          onChange={(value) => {
            setCleared(value === "");
            if (Number(value) >= 1) onChange({ ...draft, maxRepublish: Number(value) });
          }}
          onBlur={() => setCleared(false)}
        />
      )}
    </Stack>
  );
}
