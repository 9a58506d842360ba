import { Checkbox, NativeSelect, Radio, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import type { ImportAsType } from "@rostrum/contract/automations.ts";
import { REFRESH_HOURS, THREAD_SEGMENTS_MAX } from "@rostrum/contract/limits.ts";
import type { Draft } from "./draft.ts";
import { words } from "./words.ts";

const PLACEHOLDERS = "{{title}}, {{description}}, {{link}}, {{author}}, {{date}}, {{tags}}, {{price}}, {{image}}";

export interface Choice {
  readonly id: number;
  readonly title: string;
}

/** The names of the fields that say themselves what is wrong. */
export const FIELDS = ["feedUrl", "name", "collectionId", "collection", "title", "caption", "importAsType", "refreshRate"];

interface FieldsProps {
  readonly draft: Draft;
  /** Sentences by the name of the field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly collections: readonly Choice[];
  readonly isNew: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** What an automation makes of items, and how often. */
export function Fields({ draft, errors, collections, isNew, onChange }: FieldsProps) {
  const { form } = words;
  return (
    <Stack>
      <TextInput
        label={form.name}
        required
        value={draft.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        error={errors.name}
      />
      <NativeSelect
        label={form.collection}
        required
        data={collections.map(({ id, title }) => ({ value: String(id), label: title }))}
        value={String(draft.collectionId ?? "")}
        onChange={({ currentTarget }) => onChange({ collectionId: Number(currentTarget.value) })}
        error={errors.collectionId ?? errors.collection}
      />
      <Radio.Group
        label={form.kind}
        value={draft.addPostsAsDraft ? "draft" : "queue"}
        onChange={(value) => onChange({ addPostsAsDraft: value === "draft" })}
      >
        <Stack gap="xs" mt="xs">
          <Radio size="md" value="queue" label={form.queue} />
          <Radio size="md" value="draft" label={form.draft} />
        </Stack>
      </Radio.Group>
      <TextInput
        label={form.titleTemplate}
        value={draft.title}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        error={errors.title}
      />
      <Textarea
        label={form.caption}
        description={form.captionHint({ placeholders: PLACEHOLDERS, example: "{{description:200}}" })}
        autosize
        minRows={3}
        value={draft.caption}
        onChange={({ currentTarget }) => onChange({ caption: currentTarget.value })}
        error={errors.caption}
      />
      <Switch
        size="md"
        label={form.thread}
        description={form.threadHint({ max: THREAD_SEGMENTS_MAX })}
        checked={draft.autoThreadText}
        onChange={({ currentTarget }) => onChange({ autoThreadText: currentTarget.checked })}
      />
      <NativeSelect
        label={form.importAs}
        data={Object.entries(words.attachments).map(([value, label]) => ({ value, label }))}
        value={draft.importAsType}
        onChange={({ currentTarget }) => onChange({ importAsType: currentTarget.value as ImportAsType })}
        error={errors.importAsType}
      />
      <NativeSelect
        label={form.hours}
        data={REFRESH_HOURS.map((hours) => ({ value: String(hours), label: words.rates[hours] }))}
        value={String(draft.refreshRate)}
        onChange={({ currentTarget }) =>
          onChange({ refreshRate: REFRESH_HOURS.find((hours) => String(hours) === currentTarget.value) ?? draft.refreshRate })
        }
        error={errors.refreshRate}
      />
      {isNew && (
        <Checkbox
          size="md"
          label={form.old}
          checked={draft.loadOldPosts}
          onChange={({ currentTarget }) => onChange({ loadOldPosts: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
