import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import type { WritingChannel } from "@rostrum/contract/private/writing.ts";
import { words } from "./files-words.ts";
import type { Draft } from "./state.ts";
import { type ShownMedium, Thumbnails } from "./Thumbnails.tsx";

interface PreviewCardProps {
  readonly channel: WritingChannel;
  readonly draft: Draft;
  readonly media: ReadonlyMap<string, ShownMedium>;
  /** Null until the service has answered. */
  readonly preview: PreviewedChannel | null;
  /** What is certain to keep the draft of this moment from the network. */
  readonly obstacle: string | null;
  /** Whether the preview is of an earlier moment. */
  readonly isOld: boolean;
  /** Whether files are still to be fetched: without them nobody can say that the network will not take the post. */
  readonly isAwaitingFiles: boolean;
}

const COLOURS = { PUBLISHED: "green", SKIPPED: "gray", FAILED: "red" } as const;

/** The post as one channel's readers will see it, or why they will not. */
export function PreviewCard({ channel, draft, media, preview: told, obstacle, isOld, isAwaitingFiles }: PreviewCardProps) {
  const isOpen = isAwaitingFiles && told?.reason === "unsuitable" && media.size === 0;
  const preview = isOpen ? null : told;
  const { type, name } = channel;
  const title = `${type} · ${name}`;
  const message = obstacle ?? preview?.message ?? null;
  return (
    <Paper component="article" withBorder p="md" aria-label={title} aria-busy={isOld}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Text fw={600} style={{ overflowWrap: "anywhere" }}>
            {title}
          </Text>
          {preview !== null && !(isAwaitingFiles && preview.outcome === "PUBLISHED") && (
            <Badge variant="light" color={COLOURS[preview.outcome]} c="var(--mantine-color-text)" tt="none" style={{ flexShrink: 0 }}>
              {preview.outcome === "PUBLISHED" && preview.reason !== null ? words.waits : words.outcomes[preview.outcome]}
            </Badge>
          )}
        </Group>
        {message !== null && <Text size="sm">{message}</Text>}
        {isAwaitingFiles && <Text size="sm">{words.awaitingFiles}</Text>}
        {draft.isStory && platforms[type].stories && <Text size="sm">{words.story}</Text>}
        {preview?.outcome === "PUBLISHED" && preview.shown !== null && <Shown shown={preview.shown} media={media} />}
        {preview?.outcome === "PUBLISHED" && preview.shown?.note != null && (
          <Text size="sm" c="dimmed">
            {preview.shown.note}
          </Text>
        )}
        {preview !== null && preview.outcome === "PUBLISHED" && draft.comment !== null && (
          <CommentLine channel={channel} comment={draft.comment} />
        )}
        {preview?.texts.map(({ length, max, unit, hint }, index, all) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
          <Text key={index} size="xs" c="dimmed">
            {all.length > 1 ? `${words.part(index + 1, all.length)}: ` : ""}
            {words.length(length, max, unit)}
            {hint === undefined ? "" : ` (${hint})`}
          </Text>
        ))}
        {preview?.preferences != null && (
          <Text size="xs" c="dimmed">
            {preview.preferences}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

interface ShownProps {
  readonly shown: NonNullable<PreviewedChannel["shown"]>;
  readonly media: ReadonlyMap<string, ShownMedium>;
}

function Shown({ shown: { parts, title }, media }: ShownProps) {
  const link = parts[0]?.card?.url ?? null;
  return (
    <Stack gap="sm">
      {parts.map(({ text, mediaIds, poll }, index) => (
        <Stack
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are known by their place
          key={index}
          gap={6}
          pl={index === 0 ? 0 : "sm"}
          style={index === 0 ? {} : { borderLeft: "2px solid var(--mantine-color-default-border)" }}
        >
          {parts.length > 1 && (
            <Text size="xs" c="dimmed">
              {words.part(index + 1, parts.length)}
            </Text>
          )}
          {index === 0 && title !== null && <Text fw={600}>{title}</Text>}
          {text !== "" && <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{text}</Text>}
          <Thumbnails media={mediaIds.flatMap((id) => media.get(id) ?? [])} size={72} />
          {poll !== null && (
            <Stack gap={4}>
              {poll.question !== null && <Text fw={500}>{poll.question}</Text>}
              {poll.options.map((option) => (
                <Paper key={option} withBorder px="sm" py={4} radius="xl">
                  <Text size="sm">{option}</Text>
                </Paper>
              ))}
            </Stack>
          )}
        </Stack>
      ))}
      {link !== null && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {words.leadsTo} {link}
        </Text>
      )}
    </Stack>
  );
}

function CommentLine({ channel, comment }: { readonly channel: WritingChannel; readonly comment: NonNullable<Draft["comment"]> }) {
  if (!channel.comments) {
    return (
      <Text size="sm" c="dimmed">
        {words.commentLost}
      </Text>
    );
  }
  return (
    <Stack gap={2}>
      <Text size="xs" c="dimmed">
        {words.commentGoes(comment.delaySeconds)}
      </Text>
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {comment.comment}
      </Text>
    </Stack>
  );
}
