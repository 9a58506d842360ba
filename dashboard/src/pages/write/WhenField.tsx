import { Group, NativeSelect, Radio, Stack, Text, TextInput } from "@mantine/core";
import type { WholePost } from "@rostrum/contract/private/writing.ts";
import { DAY_MAX, ownZone, printMoment } from "../../parts/moments.ts";
import { momentOf } from "./checks.ts";
import type { Draft, When } from "./state.ts";
import { words } from "./words.ts";

interface WhenFieldProps {
  readonly draft: Draft;
  readonly zone: string;
  readonly post: WholePost | null;
  /** Where it is now; null for a new post. */
  readonly before: When | null;
  readonly error: string | undefined;
  readonly onChange: (when: When) => void;
}

/** When it goes out: on the brand's clock, with the reader's own beside it. */
export function WhenField({ draft: { when }, zone, post, before, error, onChange }: WhenFieldProps) {
  const choose = (mode: string) => onChange(before?.mode === mode ? before : firstOf(mode));
  return (
    <Stack gap="sm">
      <Radio.Group label={words.when} value={when.mode} onChange={choose}>
        <Group gap="lg" mt={6}>
          <Radio value="QUEUE" label={words.modes.queue} />
          <Radio value="SCHEDULE" label={words.modes.schedule} />
          <Radio value="IMMEDIATE" label={words.modes.now} />
          <Radio value="DRAFT" label={words.modes.draft} />
        </Group>
      </Radio.Group>
      {when.mode === "QUEUE" && (
        <NativeSelect
          label={words.queuePlace}
          value={when.position}
          maw={320}
          {...(before?.mode === "QUEUE" && post !== null ? { description: placeText(post) } : {})}
          onChange={({ currentTarget: { value } }) =>
            onChange({ mode: "QUEUE", position: value === "FRONT" ? "FRONT" : value === "STAY" ? "STAY" : "BACK" })
          }
          data={[
            ...(before?.mode === "QUEUE" ? [{ value: "STAY", label: words.queueStay }] : []),
            { value: "BACK", label: words.queueBack },
            { value: "FRONT", label: words.queueFront },
          ]}
        />
      )}
      {when.mode === "SCHEDULE" && <DateFields when={when} zone={zone} error={error} onChange={onChange} />}
      {when.mode === "IMMEDIATE" && <Text size="sm">{words.nowHint}</Text>}
    </Stack>
  );
}

interface DateFieldsProps {
  readonly when: Extract<When, { mode: "SCHEDULE" }>;
  readonly zone: string;
  readonly error: string | undefined;
  readonly onChange: (when: When) => void;
}

function DateFields({ when, zone, error, onChange }: DateFieldsProps) {
  const at = momentOf(when, zone);
  const isElsewhere = ownZone() !== zone;
  return (
    <Stack gap={6}>
      <Group align="flex-start">
        <TextInput
          type="date"
          max={DAY_MAX}
          label={words.date}
          value={when.date}
          error={error !== undefined}
          aria-describedby="when-notes"
          onChange={({ currentTarget: { value } }) => onChange({ ...when, date: value })}
        />
        <TextInput
          type="time"
          label={words.time}
          value={when.time}
          error={error !== undefined}
          aria-describedby="when-notes"
          onChange={({ currentTarget: { value } }) => onChange({ ...when, time: value.slice(0, 5) })}
        />
      </Group>
      <Stack gap={2} id="when-notes">
        {error !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {words.zone(zone)} {words.lead}
        </Text>
        {at !== null && isElsewhere && (
          <Text size="sm" c="dimmed">
            {words.yourZone(printMoment(at, ownZone()), ownZone())}
          </Text>
        )}
      </Stack>
    </Stack>
  );
}

function placeText({ queuePosition, queueLength, postDate, timezone }: WholePost): string {
  if (queuePosition === null || queueLength === null) return "";
  const moment = postDate === null ? null : `${printMoment(`${postDate.replace(" ", "T")}Z`, timezone)} (${timezone})`;
  return words.position(queuePosition, queueLength, moment);
}

function firstOf(mode: string): When {
  if (mode === "SCHEDULE") return { mode, date: "", time: "" };
  if (mode === "QUEUE") return { mode, position: "BACK" };
  return mode === "IMMEDIATE" ? { mode } : { mode: "DRAFT" };
}
