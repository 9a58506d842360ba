import { Button, Pagination, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import type { SentPost } from "@rostrum/contract/private/sent-posts.ts";
import { IconDownload, IconTrash } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { has, useBrand } from "../../api/session.ts";
import { dayIn } from "../../parts/day-in.ts";
import { Empty } from "../../parts/Empty.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { usePagesBack } from "../../parts/use-pages-back.ts";
import { useDownload, useUseAgain } from "./actions.ts";
import { Bin } from "./Bin.tsx";
import { Filters } from "./Filters.tsx";
import { PostRow } from "./PostRow.tsx";
import css from "./published.module.css";
import { PER_PAGE, sentPostQuery, sentPostsQuery } from "./queries.ts";
import { movesBetween } from "./rows.ts";
import { isFiltered, type PublishedSearch } from "./search.ts";
import { words } from "./words.ts";

/** What left, or what was deleted. */
export function PublishedPage() {
  const { bin } = useSearch({ from: "/brands/$brandId/published" });
  return bin ? <Bin /> : <SentPosts />;
}

/** What became of every post: a row each, whatever the number of its networks. */
function SentPosts() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const search = useSearch({ from: "/brands/$brandId/published" });
  const navigate = useNavigate({ from: "/brands/$brandId/published" });
  const brand = useBrand(brandId);
  const isEditor = brand !== null && has(brand, "editor");
  const today = dayIn(brand?.timezone ?? "UTC", new Date());
  // The posts before stay in sight until the ones that are asked for are there.
  const { entry: _, ...asked } = search;
  const shown = useDeferredValue(JSON.stringify(asked));
  const { posts, total, timezone, needs, leaving } = useSuspenseQuery(
    sentPostsQuery(brandId, JSON.parse(shown) as PublishedSearch, today),
  ).data;
  const again = useUseAgain(brandId);
  const download = useDownload(brandId, { title: brand?.title ?? "", today });
  const go = (to: PublishedSearch) =>
    void navigate({ to: "/brands/$brandId/published", params: { brandId }, search: to, resetScroll: false });
  // The last post of the last page may be gone, such as one that has been seen to.
  const back = useCallback((page: number) => void navigate({ search: (before) => ({ ...before, page }), replace: true }), [navigate]);
  usePagesBack({ length: posts.length, total, perPage: PER_PAGE }, back);
  const open = (entry: number | null) => {
    const { entry: _, ...rest } = search;
    go(entry === null ? rest : { ...rest, entry });
  };
  const rows = [...usePostElsewhere(brandId, search.entry ?? null, posts), ...posts];
  useHotkeys([["U", () => isEditor && pressed(rows, search.entry ?? null, again.mutate)]]);
  return (
    <>
      <PageHead title={words.title}>
        <Button
          variant="subtle"
          leftSection={<IconTrash size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/brands/$brandId/published" params={{ brandId }} search={{ bin: true }} {...props} />}
        >
          {words.bin}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={words.downloadAll}
          loading={download.isPending}
          disabled={total === 0}
          onClick={() => download.mutate(search)}
        >
          {words.download}
        </Button>
      </PageHead>
      <Filters brandId={brandId} search={search} needs={needs} leaving={leaving} onChange={go} />
      <Announcer posts={posts} />
      {rows.length === 0 ? (
        <Nothing search={search} />
      ) : (
        <section className={css.card} aria-busy={shown !== JSON.stringify(asked)}>
          <div className={css.head} aria-hidden>
            <span />
            <span>{words.head.post}</span>
            <span>{words.head.networks}</span>
            <span>{words.head.together}</span>
            <span />
          </div>
          <ul className={css.rows} aria-label={words.title}>
            {rows.map((post) => (
              <PostRow
                key={post.id}
                post={post}
                brandId={brandId}
                zone={timezone}
                isEditor={isEditor}
                openId={search.entry ?? null}
                onOpen={open}
                onUseAgain={isEditor ? again.mutate : null}
                isCopying={again.isPending && again.variables === post.sourceId}
              />
            ))}
          </ul>
        </section>
      )}
      {total > 0 && (
        <Text size="sm" c="dimmed" mt="sm" role="status">
          {words.countOf({ count: total })}
        </Text>
      )}
      {total > PER_PAGE && (
        <Pagination
          component="nav"
          mt="sm"
          aria-label={words.pages}
          total={Math.ceil(total / PER_PAGE)}
          value={search.page ?? 1}
          onChange={(page) => go({ ...asked, page })}
          getItemProps={(page) => ({ "aria-label": words.page({ page }) })}
          getControlProps={(control) => ({ "aria-label": control === "previous" ? words.previous : words.next })}
        />
      )}
    </>
  );
}

/** The post of the entry in the address, if it is not among those that are shown: somebody came by a link. */
function usePostElsewhere(brandId: number, entryId: number | null, posts: readonly SentPost[]): SentPost[] {
  const isShown = entryId === null || posts.some(({ results }) => results.some(({ id }) => id === entryId));
  const { data } = useQuery({ ...sentPostQuery(brandId, entryId ?? 0), enabled: !isShown });
  return isShown || data === undefined || data === null || posts.some(({ id }) => id === data.id) ? [] : [data];
}

/** Uses the post again whose row has the focus, else the one that is unfolded. */
function pressed(rows: readonly SentPost[], entryId: number | null, again: (postId: number) => void): void {
  const focused = document.activeElement?.closest("[data-post]")?.getAttribute("data-post");
  const opened = rows.find(({ results }) => results.some(({ id }) => id === entryId))?.sourceId;
  const postId = focused === null || focused === undefined ? (opened ?? null) : Number(focused);
  if (postId !== null) again(postId);
}

/** Says politely what has ended on which network while the page is open. */
function Announcer({ posts }: { readonly posts: readonly SentPost[] }) {
  const before = useRef(posts);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const moves = movesBetween(before.current, posts);
    before.current = posts;
    if (moves.length > 0) setSaid(moves.join(" "));
  }, [posts]);
  return (
    <div className="unseen" aria-live="polite">
      {said}
    </div>
  );
}

function Nothing({ search }: { readonly search: PublishedSearch }) {
  if (isFiltered(search)) return <Empty title={words.nothingTitle} text={words.nothing} />;
  if (search.view === "needs") return <Empty title={words.quietTitle} text={words.quiet} />;
  if (search.view === "leaving") return <Empty title={words.stillTitle} text={words.still} />;
  return <Empty title={words.noneTitle} text={words.none} />;
}
