import { Card, Checkbox, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import type { LibraryFile } from "@rostrum/contract/private/media.ts";
import { SmallPicture } from "../../parts/SmallPicture.tsx";
import { printDuration, printSize, printType } from "./facts.ts";
import { words } from "./words.ts";

interface FileCardProps {
  readonly file: LibraryFile;
  /** Null: the person may not change files. */
  readonly isChosen: boolean | null;
  readonly onChoose: (isChosen: boolean) => void;
  readonly onOpen: () => void;
}

export function FileCard({ file, isChosen, onChoose, onOpen }: FileCardProps) {
  const { name, type, size, durationSeconds, useCount } = file;
  const facts = [printType(type), printSize(size), durationSeconds === null ? null : printDuration(durationSeconds)];
  return (
    <Card component="li" withBorder p="xs">
      <Card.Section>
        <UnstyledButton onClick={onOpen} aria-label={words.open({ name })} w="100%">
          <SmallPicture url={file.thumbnailUrl} mime={type} alt="" width="100%" height={140} />
        </UnstyledButton>
      </Card.Section>
      <Group gap="xs" mt="xs" wrap="nowrap" align="flex-start">
        {isChosen !== null && (
          <Checkbox
            size="md"
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
            aria-label={words.choose({ name })}
          />
        )}
        <Stack gap={0} miw={0}>
          <Text size="sm" fw={500} truncate title={name}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {facts.filter((fact) => fact !== null).join(" · ")}
          </Text>
          <Text size="xs" c="dimmed">
            {words.used({ count: useCount })}
          </Text>
        </Stack>
      </Group>
    </Card>
  );
}
