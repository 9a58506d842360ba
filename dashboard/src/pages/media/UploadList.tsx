import { ActionIcon, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { IconRefresh, IconX } from "@tabler/icons-react";
import { printShare } from "../../parts/numbers.ts";
import type { Upload } from "./uploads.ts";
import type { Uploads } from "./use-uploads.ts";
import { words } from "./words.ts";

/** Files on their way, and those that did not arrive, with the reason. */
export function UploadList({ uploads, dismiss, again }: Pick<Uploads, "uploads" | "dismiss" | "again">) {
  if (uploads.length === 0) return null;
  return (
    <Paper withBorder p="md" mb="lg" component="section" aria-labelledby="uploads">
      <Title order={2} size="h5" id="uploads" mb="sm">
        {words.uploads}
      </Title>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: "none" }}>
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} dismiss={dismiss} again={again} />
        ))}
      </Stack>
    </Paper>
  );
}

function UploadRow({ upload: { key, file, state }, dismiss, again }: { readonly upload: Upload } & Pick<Uploads, "dismiss" | "again">) {
  const hasFailed = state.kind === "failed";
  return (
    <Group component="li" wrap="nowrap" gap="xs">
      <Stack gap={4} flex={1} miw={0}>
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" truncate>
            {file.name}
          </Text>
          <Text size="sm" c="dimmed">
            {state.kind === "waiting" ? words.waiting : state.kind === "sending" ? sent(state.share) : null}
          </Text>
        </Group>
        {state.kind === "sending" && <Progress value={state.share * 100} aria-label={file.name} />}
        {hasFailed && (
          <Text size="sm" c="red" role="alert">
            {state.problem}
          </Text>
        )}
      </Stack>
      {hasFailed && (
        <ActionIcon variant="default" size="lg" onClick={() => again(key)} aria-label={words.again({ name: file.name })}>
          <IconRefresh size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="default"
        size="lg"
        onClick={() => dismiss(key)}
        aria-label={hasFailed ? words.dismiss({ name: file.name }) : words.cancel({ name: file.name })}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function sent(share: number): string {
  return share >= 1 ? words.saving : printShare(share);
}
