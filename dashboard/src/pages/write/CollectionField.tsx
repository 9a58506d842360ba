import { Badge, Group, NativeSelect, Stack } from "@mantine/core";
import type { Composer } from "./use-composer.ts";
import { words } from "./words.ts";

interface CollectionFieldProps {
  readonly collections: readonly { readonly id: number; readonly title: string }[];
  readonly composer: Composer;
}

/** The collection, and the channels to which its posts go. */
export function CollectionField({ collections, composer }: CollectionFieldProps) {
  const { draft, change, channels, ground, problems } = composer;
  // What was kept may name one that is gone, and no choice shows it.
  const collectionId = collections.some(({ id }) => id === draft.collectionId) ? draft.collectionId : null;
  const reach = ground === "known" ? words.goesTo(channels.length) : ground;
  return (
    <Stack gap="xs">
      <NativeSelect
        label={words.collection}
        required
        error={problems.collectionId}
        {...(collectionId === null || reach === null ? {} : { description: reach })}
        value={collectionId ?? ""}
        onChange={({ currentTarget: { value } }) => change({ collectionId: value === "" ? null : Number(value) })}
        data={[
          ...(collectionId === null ? [{ value: "", label: words.chooseCollection }] : []),
          ...collections.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
      />
      {collectionId !== null && channels.length > 0 && (
        <Group gap={6}>
          {channels.map(({ id, name, type, status }) => (
            <Badge key={id} variant="light" color={status === "ACTIVE" ? "blue" : "gray"} tt="none" maw="100%">
              {type} · {name}
              {status === "ACTIVE" ? "" : ` (${words.inactive})`}
            </Badge>
          ))}
        </Group>
      )}
    </Stack>
  );
}
