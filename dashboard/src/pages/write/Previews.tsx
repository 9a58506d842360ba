import { Alert, Stack, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { words } from "./files-words.ts";
import { PreviewCard } from "./PreviewCard.tsx";
import { previewQuery } from "./queries.ts";
import { contentOf, shownIn } from "./state.ts";
import type { Composer } from "./use-composer.ts";

const PAUSE_MS = 500;

/** What each channel makes of the post, by the rules by which it is published. */
export function Previews({ composer }: { readonly composer: Composer }) {
  const { brandId, draft, channels } = composer;
  const [settled] = useDebouncedValue(draft, PAUSE_MS);
  // A poll is shown once it is one.
  const asked = isComplete(settled.poll) ? settled : { ...settled, poll: null };
  const { caption, poll } = contentOf(asked);
  const isWritten = caption !== undefined || poll !== undefined;
  const query = previewQuery(brandId, { draft: asked, channelIds: channels.map(({ id }) => id) });
  const { data, error, isPlaceholderData } = useQuery({
    ...query,
    enabled: isWritten && settled.collectionId !== null && channels.length > 0,
  });
  const isAwaitingFiles = draft.media.some(({ kind }) => kind === "address");
  const isOld = isPlaceholderData || settled !== draft;
  const media = new Map(draft.media.flatMap((item) => (item.kind === "file" ? [[item.medium.id, shownIn(draft, item)] as const] : [])));
  return (
    <Stack component="section" aria-label={words.previews} gap="md">
      <Title order={2} size="h4">
        {words.previews}
      </Title>
      {error !== null && (
        <Alert color="red" role="alert">
          {words.previewsFailed} {error.message}
        </Alert>
      )}
      {!isWritten && <Text c="dimmed">{words.noPreview}</Text>}
      {isWritten &&
        channels.map((channel) => (
          <PreviewCard
            key={channel.id}
            channel={channel}
            draft={draft}
            media={media}
            preview={data?.find(({ channelId }) => channelId === channel.id) ?? null}
            obstacle={null}
            isOld={isOld}
            isAwaitingFiles={isAwaitingFiles}
          />
        ))}
    </Stack>
  );
}

function isComplete(poll: Composer["draft"]["poll"]): boolean {
  return poll === null || (poll.question.trim() !== "" && poll.options.filter((option) => option.trim() !== "").length > 1);
}
