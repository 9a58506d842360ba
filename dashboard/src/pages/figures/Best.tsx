import { Anchor, Group, Paper, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { Figures } from "@rostrum/contract/private/published.ts";
import { IconExternalLink } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { printMoment } from "../../parts/moments.ts";
import { Section } from "./Section.tsx";
import { print, words } from "./words.ts";

interface BestProps {
  readonly best: Figures["best"];
  readonly brandId: number;
  readonly zone: string;
}

const LINK = { display: "inline-flex", alignItems: "center", gap: 4, minHeight: 24 } as const;

/** The posts to which readers responded most. */
export function Best({ best, brandId, zone }: BestProps) {
  return (
    <Section title={words.best}>
      {best.length === 0 && <Text>{words.bestNone}</Text>}
      <Stack component="ol" gap="sm" m={0} p={0}>
        {best.map(({ id, body, channel, channelType, url, at, likes, comments, shares }) => (
          <Paper key={id} component="li" withBorder p="sm" style={{ listStyle: "none" }}>
            <Stack gap={4}>
              <Text lineClamp={2} style={{ overflowWrap: "anywhere" }}>
                {body || words.noText}
              </Text>
              <Text size="sm">
                {words.likes}: {print.number(likes)} · {words.comments}: {print.number(comments)} · {words.shares}: {print.number(shares)}
              </Text>
              <Group gap="md">
                <Text size="sm" c="dimmed">
                  {[printMoment(at, zone), channelType, channel].filter(Boolean).join(" · ")}
                </Text>
                <Anchor
                  size="sm"
                  style={LINK}
                  aria-label={words.storyOf((body || words.noText).slice(0, 60))}
                  renderRoot={(props) => <Link to="/brands/$brandId/published" params={{ brandId }} search={{ entry: id }} {...props} />}
                >
                  {words.story}
                </Anchor>
                {url !== null && (
                  <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm" style={LINK}>
                    {words.open(channelType)}
                    <IconExternalLink size={16} aria-hidden />
                    <VisuallyHidden>{words.newWindow}</VisuallyHidden>
                  </Anchor>
                )}
              </Group>
            </Stack>
          </Paper>
        ))}
      </Stack>
    </Section>
  );
}
