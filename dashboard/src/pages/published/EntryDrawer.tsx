import { Button, Drawer, Group, Loader, Stack, Text } from "@mantine/core";
import type { Result } from "@rostrum/contract/private/published.ts";
import { IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLayer } from "../../parts/layers.ts";
import { printMoment } from "../../parts/moments.ts";
import { useTryAgain } from "./actions.ts";
import { Counts } from "./Counts.tsx";
import { entryQuery } from "./queries.ts";
import { OpenLink } from "./ResultCard.tsx";
import { channelText, sentenceOf } from "./result-text.ts";
import { Settle } from "./Settle.tsx";
import { StateBadge } from "./StateBadge.tsx";
import { Story } from "./Story.tsx";
import { storyWords, words } from "./words.ts";

interface EntryDrawerProps {
  readonly brandId: number;
  /** Null: closed. */
  readonly entryId: number | null;
  readonly zone: string;
  readonly isEditor: boolean;
  readonly onClose: () => void;
}

/** One entry with its story and what can be done about it. */
export function EntryDrawer({ brandId, entryId, zone, isEditor, onClose }: EntryDrawerProps) {
  // The last one stays while the drawer closes.
  const [shownId, setShownId] = useState(entryId);
  if (entryId !== null && entryId !== shownId) setShownId(entryId);
  useLayer(entryId !== null, onClose);
  return (
    <Drawer
      opened={entryId !== null}
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size="lg"
      title={storyWords.title}
      closeButtonProps={{ "aria-label": storyWords.close, size: "lg" }}
    >
      {shownId !== null && <Entry brandId={brandId} entryId={shownId} zone={zone} isEditor={isEditor} />}
    </Drawer>
  );
}

function Entry({ brandId, entryId, zone, isEditor }: Omit<EntryDrawerProps, "onClose" | "entryId"> & { readonly entryId: number }) {
  const { data: entry, error, isPending, refetch } = useQuery(entryQuery(brandId, entryId));
  if (isPending) return <Loader aria-label={storyWords.title} />;
  if (entry === undefined)
    return (
      <Stack role="alert" align="flex-start">
        <Text>{error?.message}</Text>
        <Button onClick={() => void refetch()}>{words.tryAgain}</Button>
      </Stack>
    );
  if (entry === null) return <Text>{storyWords.gone}</Text>;
  return (
    <Stack gap="lg">
      <Facts entry={entry} zone={zone} />
      <Actions entry={entry} brandId={brandId} isEditor={isEditor} />
      <Story key={entry.id} entry={entry} brandId={brandId} zone={zone} />
    </Stack>
  );
}

function Facts({ entry, zone }: { readonly entry: Result; readonly zone: string }) {
  const { state, needsSettling, at, body, collection } = entry;
  const sentence = sentenceOf(entry);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <StateBadge state={state} needsSettling={needsSettling} />
        <Text size="sm" fw={600}>
          {printMoment(at, zone)} ({zone})
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {[channelText(entry), collection].filter(Boolean).join(" · ")}
      </Text>
      {sentence !== null && <Text style={{ overflowWrap: "anywhere" }}>{sentence}</Text>}
      <Text lineClamp={6} style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }} {...(body ? {} : { c: "dimmed" })}>
        {body || words.noText}
      </Text>
      <Counts result={entry} zone={zone} />
      <Group>
        <OpenLink result={entry} />
      </Group>
    </Stack>
  );
}

function Actions({ entry, brandId, isEditor }: { readonly entry: Result; readonly brandId: number; readonly isEditor: boolean }) {
  const tryAgain = useTryAgain(brandId);
  if (!isEditor) return null;
  if (entry.needsSettling) return <Settle key={entry.id} entry={entry} brandId={brandId} />;
  if (entry.canTryAgain)
    return (
      <Group>
        <Button leftSection={<IconRefresh size={18} aria-hidden />} loading={tryAgain.isPending} onClick={() => tryAgain.mutate(entry.id)}>
          {words.tryAgain}
        </Button>
      </Group>
    );
  return entry.whyNotAgain === null ? null : (
    <Text size="sm" c="dimmed">
      {entry.whyNotAgain}
    </Text>
  );
}
