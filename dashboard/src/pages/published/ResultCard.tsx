import { Anchor, Button, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { Result } from "@rostrum/contract/private/published.ts";
import { IconExternalLink, IconListDetails, IconRefresh } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { printMoment } from "../../parts/moments.ts";
import { SmallPicture } from "../../parts/SmallPicture.tsx";
import { Counts } from "./Counts.tsx";
import { channelText, sentenceOf } from "./result-text.ts";
import { StateBadge } from "./StateBadge.tsx";
import { typeWord, words } from "./words.ts";

interface ResultCardProps {
  readonly result: Result;
  readonly brandId: number;
  readonly zone: string;
  /** Absent where the person may only look. */
  readonly onTryAgain?: ((deliveryId: number) => void) | undefined;
  readonly isTrying?: boolean;
}

const PICTURE = 48;

/** What became of a post on one channel. */
export function ResultCard({ result, brandId, zone, onTryAgain, isTrying = false }: ResultCardProps) {
  const { id, body, thumbnailUrl, at, nextTryAt, collection, postType, state, needsSettling, canTryAgain, isComment } = result;
  const channel = channelText(result);
  const sentence = sentenceOf(result);
  const decides = needsSettling && onTryAgain !== undefined;
  return (
    <Paper withBorder p="sm" component="li" style={{ listStyle: "none" }}>
      <Stack gap={6}>
        <Group gap="xs" justify="space-between">
          <Group gap="xs">
            <StateBadge state={state} needsSettling={needsSettling} />
            <Text size="sm" fw={600}>
              {printMoment(at, zone)}
            </Text>
          </Group>
          <Text size="sm" c="dimmed">
            {[channel, collection, isComment ? words.comment : postType === null ? null : typeWord(postType)].filter(Boolean).join(" · ")}
          </Text>
        </Group>
        <Group wrap="nowrap" align="flex-start" gap="sm">
          {thumbnailUrl !== null && <SmallPicture url={thumbnailUrl} mime="image/webp" alt="" width={PICTURE} height={PICTURE} />}
          <Text lineClamp={2} style={{ overflowWrap: "anywhere" }} {...(body ? {} : { c: "dimmed" })}>
            {body || words.noText}
          </Text>
        </Group>
        {sentence !== null && (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {sentence}
          </Text>
        )}
        {nextTryAt !== null && (
          <Text size="sm" c="dimmed">
            {words.nextTry(printMoment(nextTryAt, zone))}
          </Text>
        )}
        <Group justify="space-between" gap="xs">
          <Counts result={result} zone={zone} />
          <Group gap="xs">
            <OpenLink result={result} />
            {canTryAgain && onTryAgain !== undefined && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconRefresh size={16} aria-hidden />}
                onClick={() => onTryAgain(id)}
                loading={isTrying}
                aria-label={`${words.tryAgain}: ${channel}`}
              >
                {words.tryAgain}
              </Button>
            )}
            <Button
              variant={decides ? "filled" : "default"}
              size="xs"
              leftSection={<IconListDetails size={16} aria-hidden />}
              aria-label={decides ? `${words.decide}: ${channel}` : words.storyOf(channel)}
              renderRoot={(props) => (
                <Link
                  to="/brands/$brandId/published"
                  params={{ brandId }}
                  search={(before) => ({ ...before, entry: id })}
                  resetScroll={false}
                  {...props}
                />
              )}
            >
              {decides ? words.decide : words.story}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Where readers find it. */
export function OpenLink({ result: { url, channel } }: { readonly result: Pick<Result, "url" | "channel"> }) {
  if (url === null) return null;
  return (
    <Anchor
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      size="sm"
      style={{ display: "inline-flex", alignItems: "center", gap: 4, minHeight: 24 }}
    >
      {words.open(channel.type)}
      <IconExternalLink size={16} aria-hidden />
      <VisuallyHidden>{words.newWindow}</VisuallyHidden>
    </Anchor>
  );
}
