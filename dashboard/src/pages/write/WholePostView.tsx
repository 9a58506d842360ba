import { Paper, Stack, Text } from "@mantine/core";
import type { WholePost } from "@rostrum/contract/private/writing.ts";
import { printLocal } from "../../parts/moments.ts";
import { Thumbnails } from "./Thumbnails.tsx";
import { words } from "./words.ts";

/** A post for those who cannot change it. */
export function WholePostView({ post }: { readonly post: WholePost }) {
  const { caption, captions, title, link, poll, comment, media, localDate, timezone } = post;
  return (
    <Paper withBorder p="md" maw={640}>
      <Stack gap="sm">
        {title !== null && <Text fw={600}>{title}</Text>}
        <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{caption}</Text>
        {captions.map(({ type, caption: own }) => (
          <Stack key={type} gap={2}>
            <Text size="sm" c="dimmed">
              {words.fields.textFor({ network: type })}
            </Text>
            <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{own}</Text>
          </Stack>
        ))}
        <Thumbnails media={media.map((medium) => ({ medium, alt: medium.alt ?? post.alt ?? "" }))} />
        {poll !== null && (
          <Text>
            {words.fields.poll}: {poll.question} {poll.options.join(" · ")}
          </Text>
        )}
        {link !== null && (
          <Text>
            {words.fields.link}: {link}
          </Text>
        )}
        {comment !== null && (
          <Text>
            {words.fields.comment}: {comment.comment}
          </Text>
        )}
        {localDate !== null && (
          <Text c="dimmed">
            {printLocal(localDate)} ({timezone})
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
