import { Button, Checkbox, Group, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Draft } from "@rostrum/contract/private/calendar.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { SmallPicture } from "../../parts/SmallPicture.tsx";
import classes from "./calendar.module.css";
import { DragLink, editTarget } from "./DragLink.tsx";
import { MoveMenu } from "./MoveMenu.tsx";
import { movableDraft } from "./moves.ts";
import { usePlan } from "./plan-context.ts";
import { draftsQuery } from "./queries.ts";
import { words } from "./words.ts";

const SEARCH_DELAY_MILLISECONDS = 250;

/** Posts without a date, to be dragged or moved onto one. */
export function DraftTray() {
  const { brandId, canEdit, renewChosen } = usePlan();
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search, SEARCH_DELAY_MILLISECONDS);
  const list = useInfiniteQuery(draftsQuery(brandId, asked));
  const drafts = list.data?.pages.flatMap((page) => page.drafts) ?? [];
  useEffect(() => renewChosen(list.data?.pages.flatMap((page) => page.drafts.map(movableDraft)) ?? []), [list.data, renewChosen]);
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <Paper component="aside" withBorder p="sm" aria-labelledby="drafts">
      <Stack gap="xs">
        <Title order={2} size="h4" id="drafts">
          {words.drafts} ({total})
        </Title>
        {canEdit && (
          <Text size="sm" c="dimmed">
            {words.draftsLead}
          </Text>
        )}
        {(total > 0 || search !== "") && (
          <TextInput type="search" label={words.searchDrafts} value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
        )}
        {list.isSuccess && drafts.length === 0 && <Text size="sm">{asked === "" ? words.draftsNone : words.draftsNotFound}</Text>}
        {list.error !== null && <Text size="sm">{list.error.message}</Text>}
        {drafts.map((draft) => (
          <DraftCard key={draft.postId} draft={draft} />
        ))}
        {list.hasNextPage && (
          <Button variant="default" onClick={() => list.fetchNextPage()} loading={list.isFetchingNextPage}>
            {words.moreDrafts}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

function DraftCard({ draft }: { readonly draft: Draft }) {
  const { brandId, canEdit, isChoosing, chosen, choose } = usePlan();
  const item = movableDraft(draft);
  const isChosen = chosen.has(draft.postId);
  const name = [classes.card, isChosen && classes.isChosen].filter(Boolean).join(" ");
  return (
    <div className={name}>
      {isChoosing && (
        <Checkbox size="24px" checked={isChosen} onChange={() => choose(item, "toggle")} aria-label={words.choosePost(draft.post)} />
      )}
      <DragLink id={`draft ${draft.postId}`} post={draft.post} item={item} target={editTarget(brandId, draft.postId)}>
        <Group gap={6} wrap="nowrap" align="flex-start">
          {draft.picture !== null && <SmallPicture url={draft.picture.thumbnailUrl} mime="image/webp" alt="" width={32} height={32} />}
          <Text size="sm" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
            {draft.post}
          </Text>
        </Group>
      </DragLink>
      {canEdit && <MoveMenu post={draft.post} item={item} why="" isDraft />}
    </div>
  );
}
