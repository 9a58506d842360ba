import { Button, Pagination, Text } from "@mantine/core";
import type { DeletedPost } from "@rostrum/contract/private/deletions.ts";
import { IconArrowBackUp, IconArrowLeft } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { has, useBrand } from "../../api/session.ts";
import { Empty } from "../../parts/Empty.tsx";
import { PostThumb } from "../../parts/look/PostThumb.tsx";
import { printMoment } from "../../parts/moments.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { usePagesBack } from "../../parts/use-pages-back.ts";
import { useRestore } from "./actions.ts";
import css from "./bin.module.css";
import { deletedBy, wasWhere } from "./bin-text.ts";
import { words } from "./bin-words.ts";
import { deletedQuery, PER_PAGE } from "./queries.ts";
import { words as published } from "./words.ts";

/** What was deleted, and can be brought back. */
export function Bin() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const { page = 1 } = useSearch({ from: "/brands/$brandId/published" });
  const navigate = useNavigate();
  const brand = useBrand(brandId);
  const zone = brand?.timezone ?? "UTC";
  const { total, posts } = useSuspenseQuery(deletedQuery(brandId, page)).data;
  const restore = useRestore(brandId);
  const go = useCallback(
    (to: number) => void navigate({ to: "/brands/$brandId/published", params: { brandId }, search: { bin: true, page: to } }),
    [navigate, brandId],
  );
  usePagesBack({ length: posts.length, total, perPage: PER_PAGE }, go);
  return (
    <>
      <PageHead title={words.title} lead={words.lead({ zone })}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/brands/$brandId/published" params={{ brandId }} {...props} />}
        >
          {words.back}
        </Button>
      </PageHead>
      {total === 0 ? (
        <Empty title={words.noneTitle} text={words.none} />
      ) : (
        <>
          <ul className={css.list} aria-label={words.title}>
            {posts.map((post) => (
              <Deleted
                key={post.postId}
                post={post}
                zone={zone}
                onRestore={brand !== null && has(brand, "editor") ? (postId) => restore.mutate([postId]) : null}
                isRestoring={restore.isPending && restore.variables.includes(post.postId)}
              />
            ))}
          </ul>
          <Text size="sm" c="dimmed" mt="sm" role="status">
            {words.found({ count: total })}
          </Text>
        </>
      )}
      {total > PER_PAGE && (
        <Pagination
          component="nav"
          mt="sm"
          aria-label={words.pages}
          total={Math.ceil(total / PER_PAGE)}
          value={page}
          onChange={go}
          getItemProps={(number) => ({ "aria-label": published.page({ page: number }) })}
          getControlProps={(control) => ({ "aria-label": control === "previous" ? published.previous : published.next })}
        />
      )}
    </>
  );
}

interface DeletedProps {
  readonly post: DeletedPost;
  readonly zone: string;
  /** Null: the person may only look. */
  readonly onRestore: ((postId: number) => void) | null;
  readonly isRestoring: boolean;
}

function Deleted({ post, zone, onRestore, isRestoring }: DeletedProps) {
  const print = (instant: string) => printMoment(instant, zone);
  const text = post.text || published.noText;
  return (
    <li className={css.row}>
      <PostThumb picture={post} size={48} />
      <div>
        <span className={css.text}>{text}</span>
        <span className={css.meta}>{wasWhere(post, print)}</span>
        <span className={css.meta}>{deletedBy(post, print)}</span>
      </div>
      {!post.isRestorable ? (
        <span className={css.meta}>{words.cannot}</span>
      ) : (
        onRestore !== null && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-label={words.restoreOf({ text })}
            loading={isRestoring}
            onClick={() => onRestore(post.postId)}
          >
            {words.restore}
          </Button>
        )
      )}
    </li>
  );
}
