import { Button, Pagination, Paper, Stack, Text } from "@mantine/core";
import type { DeletedPost } from "@rostrum/contract/private/deletions.ts";
import { IconArrowLeft } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useBrand } from "../../api/session.ts";
import { Empty } from "../../parts/Empty.tsx";
import { printMoment } from "../../parts/moments.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { deletedBy, wasWhere } from "./deleted-text.ts";
import { deletedQuery, PER_PAGE } from "./queries.ts";
import { deletedWords, words } from "./words.ts";

/** What was deleted, and so never went out, or no more. */
export function DeletedPosts() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const { page = 1 } = useSearch({ from: "/brands/$brandId/published" });
  const navigate = useNavigate();
  const zone = useBrand(brandId)?.timezone ?? "UTC";
  const { total, posts } = useSuspenseQuery(deletedQuery(brandId, page)).data;
  return (
    <>
      <PageHead title={deletedWords.title} lead={deletedWords.lead(zone)}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/brands/$brandId/published" params={{ brandId }} {...props} />}
        >
          {deletedWords.back}
        </Button>
      </PageHead>
      {total === 0 ? (
        <Empty title={deletedWords.noneTitle} text={deletedWords.none} />
      ) : (
        <Stack gap="sm">
          <Text size="sm" c="dimmed" role="status">
            {deletedWords.found(total)}
          </Text>
          <Stack component="ul" gap="sm" m={0} p={0} aria-label={deletedWords.title}>
            {posts.map((post) => (
              <DeletedCard key={post.postId} post={post} zone={zone} />
            ))}
          </Stack>
          {total > PER_PAGE && (
            <Pagination
              component="nav"
              aria-label={deletedWords.pages}
              total={Math.ceil(total / PER_PAGE)}
              value={page}
              onChange={(next) =>
                void navigate({ to: "/brands/$brandId/published", params: { brandId }, search: { deleted: true, page: next } })
              }
              getItemProps={(number) => ({ "aria-label": words.page(number) })}
              getControlProps={(control) => ({ "aria-label": control === "previous" ? words.previous : words.next })}
            />
          )}
        </Stack>
      )}
    </>
  );
}

function DeletedCard({ post, zone }: { readonly post: DeletedPost; readonly zone: string }) {
  const print = (instant: string) => printMoment(instant, zone);
  return (
    <Paper withBorder p="sm" component="li" style={{ listStyle: "none" }}>
      <Stack gap={6}>
        <Text lineClamp={2} style={{ overflowWrap: "anywhere" }} {...(post.text === "" ? { c: "dimmed" } : {})}>
          {post.text || words.noText}
        </Text>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {deletedBy(post, print)}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {wasWhere(post, print)}
        </Text>
      </Stack>
    </Paper>
  );
}
