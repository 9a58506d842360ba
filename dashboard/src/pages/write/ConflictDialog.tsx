import { SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { differencesOf } from "./differences.ts";
import type { Composer } from "./use-composer.ts";
import { words } from "./words.ts";

interface Props {
  readonly composer: Composer;
  readonly collections: readonly { readonly id: number; readonly title: string }[];
}

/** Two people have changed the same post: both versions, side by side. It closes by a choice alone. */
export function ConflictDialog({ composer, collections }: Props) {
  const { conflict, keepMine, takeTheirs, channels } = composer;
  if (conflict === null) return null;
  const say = words.conflict;
  const differences = differencesOf(conflict.theirs, conflict.mine, {
    collections: new Map(collections.map(({ id, title }) => [id, title])),
    channels: new Map(channels.map(({ id, name }) => [id, name])),
  });
  return (
    <FormDialog isFirm title={say.title} size="xl" cancel={say.takeTheirs} submit={say.keepMine} onClose={takeTheirs} onSubmit={keepMine}>
      <Text>{say.text}</Text>
      {differences.length === 0 && <Text>{say.same}</Text>}
      {differences.map(({ what, theirs, mine }) => (
        <Stack key={what} component="section" gap={6} aria-label={what}>
          <Title order={3} size="h5">
            {what}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Version name={say.theirs} text={theirs} />
            <Version name={say.mine} text={mine} />
          </SimpleGrid>
        </Stack>
      ))}
    </FormDialog>
  );
}

function Version({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} fs={text === "" ? "italic" : undefined}>
        {text === "" ? words.conflict.nothing : text}
      </Text>
    </Stack>
  );
}
