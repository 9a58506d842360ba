import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { differences, type ShownCollection } from "./differences.ts";
import { words } from "./words.ts";

interface Props {
  readonly seen: ShownCollection;
  readonly theirs: ShownCollection;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** Two people changed the same collection: what the other one did, and the choice. */
export function Conflict({ seen, theirs, onKeepMine, onTakeTheirs }: Props) {
  const said = differences(seen, theirs);
  return (
    <Alert color="yellow" role="alert" icon={<IconAlertTriangle aria-hidden />} title={words.conflictTitle}>
      <Stack gap="sm">
        <Text>{words.conflictText}</Text>
        <List>
          {(said.length === 0 ? [words.conflictNothing] : said).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
        <Group gap="xs">
          <Button onClick={onKeepMine}>{words.keepMine}</Button>
          <Button variant="default" onClick={onTakeTheirs}>
            {words.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
