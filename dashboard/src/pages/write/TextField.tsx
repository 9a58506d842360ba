import { Stack, Textarea } from "@mantine/core";
import { CounterList } from "./CounterList.tsx";
import { countersOf } from "./counters.ts";
import { OwnTextFields } from "./OwnTextFields.tsx";
import type { Composer } from "./use-composer.ts";
import { words } from "./words.ts";

/** The text, with its length on each network as that counts it. */
export function TextField({ composer }: { readonly composer: Composer }) {
  const { draft, change, channels, problems } = composer;
  const counters = countersOf(
    draft,
    channels.filter(({ type }) => draft.captions[type] === undefined),
  );
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
      />
      <CounterList counters={counters} label={words.counters} />
      <OwnTextFields composer={composer} />
    </Stack>
  );
}
