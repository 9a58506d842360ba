import { Group, Text } from "@mantine/core";
import type { Counter } from "./counters.ts";
import { words } from "./words.ts";

/** How long a text is, network by network. */
export function CounterList({ counters, label }: { readonly counters: readonly Counter[]; readonly label: string }) {
  if (counters.length === 0) return null;
  return (
    <Group gap="xs" component="ul" aria-label={label} style={{ listStyle: "none", padding: 0, margin: 0 }}>
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
  );
}
