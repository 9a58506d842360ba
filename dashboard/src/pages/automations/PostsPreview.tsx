import { Badge, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import type { PreviewedPost } from "@rostrum/contract/private/automations.ts";
import { networkName } from "../../parts/look/networks.ts";
import { printMoment } from "../../parts/moments.ts";
import { words } from "./words.ts";

const POSTS_SHOWN = 3;

/** The feed that was found, and what its newest items would become. */
export function PostsPreview({
  found,
  zone,
}: {
  readonly found: { readonly feedUrl: string; readonly posts: readonly PreviewedPost[] };
  readonly zone: string;
}) {
  const newest = found.posts.toReversed();
  return (
    <Stack gap="sm" component="section" aria-labelledby="preview">
      <Text size="sm" role="status" style={{ overflowWrap: "anywhere" }}>
        {words.form.found({ url: found.feedUrl })}
      </Text>
      <Title order={3} size="h5" id="preview">
        {words.form.preview}
      </Title>
      {newest.length === 0 && <Text size="sm">{words.form.empty}</Text>}
      {newest.slice(0, POSTS_SHOWN).map((post, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of a feed may be the same in everything, and do not move
        <Paper key={index} withBorder p="sm">
          <Group justify="space-between" gap="xs" mb={4}>
            <Text size="sm" c="dimmed">
              {printMoment(post.publishedAt, zone)} ({zone})
            </Text>
            {post.media.length > 0 && (
              <Badge variant="default" tt="none">
                {words.form.media({ count: post.media.length })}
              </Badge>
            )}
          </Group>
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} lineClamp={8}>
            {post.body}
          </Text>
          {post.captions.map(({ type, caption }) => (
            <Text key={type} size="sm" mt="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} lineClamp={4}>
              <b>{words.form.shorter({ network: type })}</b> {caption}
            </Text>
          ))}
          {post.threads.map((thread) => (
            <Thread key={thread.channelId} thread={thread} />
          ))}
          {post.tooLong.map((type) => (
            <Text key={type} size="sm" mt="xs" c="red">
              {words.form.tooLong({ network: type })}
            </Text>
          ))}
        </Paper>
      ))}
      {newest.length > POSTS_SHOWN && <Text size="sm">{words.form.previewMore({ count: newest.length - POSTS_SHOWN })}</Text>}
    </Stack>
  );
}

/** What one channel gets, part by part. */
function Thread({ thread: { channel, channelType, parts } }: { readonly thread: PreviewedPost["threads"][number] }) {
  const title = words.form.threadOn({ network: networkName(channelType), channel, count: parts.length });
  return (
    <Stack gap={4} mt="xs">
      <Text size="sm" fw={700}>
        {title}
      </Text>
      <List type="ordered" size="sm" spacing={6} aria-label={title}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts may be the same, and do not move
          <List.Item key={index}>
            <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} lineClamp={4}>
              {part}
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
