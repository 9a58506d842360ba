import { ActionIcon, Button, Checkbox, Text, TextInput } from "@mantine/core";
import { useDebouncedValue, useLocalStorage } from "@mantine/hooks";
import type { Draft, Undated } from "@rostrum/contract/private/calendar.ts";
import { IconLayoutSidebarRightCollapse, IconLayoutSidebarRightExpand, IconSearch } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, useEffect, useState } from "react";
import { hueOf } from "../../parts/look/hues.ts";
import { PostThumb } from "../../parts/look/PostThumb.tsx";
import classes from "./calendar.module.css";
import { DragLink, panelTarget } from "./DragLink.tsx";
import { MoveMenu } from "./MoveMenu.tsx";
import { movableDraft } from "./moves.ts";
import { usePlan } from "./plan-context.ts";
import { draftsQuery } from "./queries.ts";
import { words } from "./words.ts";

const SEARCH_DELAY_MILLISECONDS = 250;
const ICON = { size: 18, stroke: 1.75, "aria-hidden": true } as const;

/** Posts without a date, to be dragged or moved onto one. It folds to a strip, and is folded beside an open panel. */
export function Tray({ isNarrow }: { readonly isNarrow: boolean }) {
  const { brandId, canEdit, canDrag, renewChosen } = usePlan();
  const [isFolded, setFolded] = useLocalStorage({ key: "rostrum.drafts-folded", defaultValue: false, getInitialValueInEffect: false });
  const [isShown, setShown] = useState(false);
  const [search, setSearch] = useState("");
  const [asked] = useDebouncedValue(search, SEARCH_DELAY_MILLISECONDS);
  const list = useInfiniteQuery(draftsQuery(brandId, asked));
  const first = list.data?.pages[0];
  const drafts = list.data?.pages.flatMap((page) => page.drafts) ?? [];
  const waiting = first?.waiting ?? { total: 0, posts: [] };
  useEffect(() => {
    renewChosen(list.data?.pages.flatMap((page) => [...page.drafts, ...page.waiting.posts].map(movableDraft)) ?? []);
  }, [list.data, renewChosen]);
  const total = first?.total ?? 0;
  const count = total + waiting.total;
  if (isNarrow ? !isShown : isFolded) {
    return (
      <aside className={classes.trayStrip} aria-label={words.drafts}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.unfoldDrafts}
          onClick={() => (isNarrow ? setShown(true) : setFolded(false))}
        >
          <IconLayoutSidebarRightExpand {...ICON} />
        </ActionIcon>
        <span className={classes.count}>{count}</span>
        <span className={classes.upright}>{words.drafts}</span>
      </aside>
    );
  }
  return (
    <aside className={classes.tray} aria-labelledby="drafts">
      <div className={classes.trayHead}>
        <h2 id="drafts">{words.drafts}</h2>
        <span className={classes.count}>{total}</span>
        <ActionIcon
          ml="auto"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.foldDrafts}
          onClick={() => (isNarrow ? setShown(false) : setFolded(true))}
        >
          <IconLayoutSidebarRightCollapse {...ICON} />
        </ActionIcon>
      </div>
      {(count > 0 || search !== "") && (
        <TextInput
          type="search"
          aria-label={words.searchDrafts}
          placeholder={words.searchDrafts}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {list.isSuccess && drafts.length === 0 && (
        <Text size="sm" c="dimmed">
          {asked === "" ? words.draftsNone : words.draftsNotFound}
        </Text>
      )}
      {list.error !== null && <Text size="sm">{list.error.message}</Text>}
      {canEdit && canDrag && drafts.length > 0 && <p className={classes.caption}>{words.draftsLead}</p>}
      {drafts.map((draft) => (
        <TrayCard key={draft.postId} draft={draft} />
      ))}
      {list.hasNextPage && (
        <Button variant="default" size="compact-md" onClick={() => list.fetchNextPage()} loading={list.isFetchingNextPage}>
          {words.moreDrafts}
        </Button>
      )}
      {waiting.total > 0 && <Waiting waiting={waiting} />}
    </aside>
  );
}

/** What is queued in collections without times: it stays until these have some, or it has a date of its own. */
function Waiting({ waiting }: { readonly waiting: { readonly total: number; readonly posts: readonly Undated[] } }) {
  const { brandId, canEdit } = usePlan();
  const groups = Map.groupBy(waiting.posts, ({ collectionId }) => collectionId);
  const more = waiting.total - waiting.posts.length;
  return (
    <section aria-labelledby="waiting" className={classes.waiting}>
      <h3 id="waiting">{words.waiting}</h3>
      <p className={classes.caption}>{words.waitingLead}</p>
      {[...groups].map(([collectionId, posts]) => {
        const collection = posts[0]?.collection ?? "";
        return (
          <div key={collectionId} className={classes.group}>
            {canEdit && (
              <Link
                className={classes.times}
                to="/brands/$brandId/collections/$collectionId"
                params={{ brandId, collectionId }}
                search={{ dialog: "times" }}
              >
                {words.chooseTimes({ collection })}
              </Link>
            )}
            {posts.map((post) => (
              <TrayCard key={post.postId} draft={post} note={words.waitingIn({ collection })} />
            ))}
          </div>
        );
      })}
      {more > 0 && <p className={classes.caption}>{words.moreWaiting({ count: more })}</p>}
    </section>
  );
}

function TrayCard({ draft, note }: { readonly draft: Draft; readonly note?: string }) {
  const plan = usePlan();
  const { canEdit, isChoosing, chosen, choose, openId } = plan;
  const item = movableDraft(draft);
  const isChosen = chosen.has(draft.postId);
  return (
    <div
      className={classes.card}
      data-form="tray"
      data-chosen={isChosen || undefined}
      data-open={draft.postId === openId || undefined}
      style={{ "--c": hueOf(draft.collectionId) } as CSSProperties}
    >
      {isChoosing && (
        <Checkbox
          className={classes.tick}
          size="24px"
          checked={isChosen}
          onChange={() => choose(item, "toggle")}
          aria-label={words.choosePost({ post: draft.post })}
        />
      )}
      <DragLink id={`draft ${draft.postId}`} post={draft.post} postId={draft.postId} item={item} target={panelTarget(plan, draft.postId)}>
        <span className={classes.trayRow}>
          <span aria-hidden>
            <PostThumb picture={draft.picture} size={32} />
          </span>
          <span className={classes.trayText}>
            {draft.post}
            {note !== undefined && <span className="unseen">. {note}</span>}
          </span>
        </span>
      </DragLink>
      {canEdit && <MoveMenu post={draft.post} item={item} why="" isDraft={note === undefined} />}
    </div>
  );
}
