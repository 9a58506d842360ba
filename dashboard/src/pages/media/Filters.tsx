import { Group, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { MediaSearch } from "./search.ts";
import { words } from "./words.ts";

const TYPING_MILLISECONDS = 300;

/** What the list is narrowed to. A change begins at the first page again. */
export function Filters({ search, onChange }: { readonly search: MediaSearch; readonly onChange: (change: MediaSearch) => void }) {
  const [text, setText] = useState(search.search ?? "");
  const look = useDebouncedCallback((given: string) => onChange({ search: given }), TYPING_MILLISECONDS);
  // The address may change by the browser's back button.
  useEffect(() => setText(search.search ?? ""), [search.search]);
  return (
    <Group component="search" align="flex-end" mb="lg">
      <TextInput
        label={words.search}
        type="search"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          look(currentTarget.value);
        }}
        flex="1 1 200px"
      />
      <Choice label={words.type} words={words.types} value={search.type ?? "all"} onChange={(type) => onChange({ type } as MediaSearch)} />
      <Choice label={words.use} words={words.uses} value={search.use ?? "all"} onChange={(use) => onChange({ use } as MediaSearch)} />
      <Choice
        label={words.sort}
        words={words.sorts}
        value={search.sort ?? "newest"}
        onChange={(sort) => onChange({ sort } as MediaSearch)}
      />
    </Group>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** By value. */
  readonly words: Readonly<Record<string, string>>;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, words: options, value, onChange }: ChoiceProps) {
  const data = Object.entries(options).map(([option, word]) => ({ value: option, label: word }));
  return <NativeSelect label={label} data={data} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />;
}
