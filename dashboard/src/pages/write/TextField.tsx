import { Group, Stack, Text, Textarea } from "@mantine/core";
import { countersOf } from "./counters.ts";
import type { Composer } from "./use-composer.ts";
import { words } from "./words.ts";

/** The text, with its length on each network as that counts it. */
export function TextField({ composer, onFiles }: { readonly composer: Composer; readonly onFiles: (files: readonly File[]) => void }) {
  const { draft, change, channels, problems } = composer;
  const counters = countersOf(draft, channels);
  return (
    <Stack gap={6}>
      <Textarea
        label={words.text}
        placeholder={words.textPlaceholder}
        autosize
        minRows={6}
        maxRows={24}
        value={draft.caption}
        error={problems.caption}
        {...(draft.isThread ? { description: words.threadHint } : {})}
        onChange={({ currentTarget: { value } }) => change({ caption: value })}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          onFiles(files);
        }}
      />
      {counters.length > 0 && (
        <Group gap="xs" component="ul" aria-label={words.counters} style={{ listStyle: "none", padding: 0, margin: 0 }}>
          {counters.map((counter) => (
            <Text
              key={counter.type}
              component="li"
              size="sm"
              {...(counter.isOver ? { c: "var(--mantine-color-error)", fw: 600 } : { c: "dimmed" })}
            >
              {words.counter(counter)}
              {counter.isOver ? `, ${words.over}` : ""}
            </Text>
          ))}
        </Group>
      )}
    </Stack>
  );
}
