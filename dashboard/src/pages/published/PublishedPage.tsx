import { Alert, Button, Pagination, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconDownload, IconTrash } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useDeferredValue } from "react";
import { has, useBrand } from "../../api/session.ts";
import { Empty } from "../../parts/Empty.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { usePagesBack } from "../../parts/use-pages-back.ts";
import { useDownload, useTryAgain } from "./actions.ts";
import { DeletedPosts } from "./DeletedPosts.tsx";
import { EntryDrawer } from "./EntryDrawer.tsx";
import { Filters } from "./Filters.tsx";
import { PER_PAGE, resultsQuery, undecidedQuery } from "./queries.ts";
import { ResultCard } from "./ResultCard.tsx";
import { isFiltered, type PublishedSearch } from "./search.ts";
import { deletedWords, words } from "./words.ts";

/** What left, or what was deleted. */
export function PublishedPage() {
  const { deleted } = useSearch({ from: "/brands/$brandId/published" });
  return deleted ? <DeletedPosts /> : <Results />;
}

/** What became of every post, on each channel. */
function Results() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const search = useSearch({ from: "/brands/$brandId/published" });
  const navigate = useNavigate({ from: "/brands/$brandId/published" });
  const brand = useBrand(brandId);
  const isEditor = brand !== null && has(brand, "editor");
  // The entries before stay in sight until the ones that are asked for are there.
  const shown = useDeferredValue(search);
  const { results, total, timezone } = useSuspenseQuery(resultsQuery(brandId, shown)).data;
  const tryAgain = useTryAgain(brandId);
  const download = useDownload(brandId, brand?.title ?? "");
  const go = (to: PublishedSearch) => void navigate({ to: "/brands/$brandId/published", params: { brandId }, search: to });
  // The last entry of the last page may be gone, such as one that has been decided.
  const back = useCallback((page: number) => void navigate({ search: (before) => ({ ...before, page }), replace: true }), [navigate]);
  usePagesBack({ length: results.length, total, perPage: PER_PAGE }, back);
  return (
    <>
      <PageHead title={words.title} lead={words.lead(timezone)}>
        <Button
          variant="default"
          leftSection={<IconTrash size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/brands/$brandId/published" params={{ brandId }} search={{ deleted: true }} {...props} />}
        >
          {deletedWords.show}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          disabled={total === 0}
          onClick={() => download.mutate(search)}
        >
          {words.download}
        </Button>
      </PageHead>
      <NeedsYou brandId={brandId} search={search} />
      <Filters brandId={brandId} search={search} onChange={go} />
      <Stack gap="sm" aria-busy={shown !== search}>
        {total > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {words.found(total)}
          </Text>
        )}
        {total === 0 &&
          (isFiltered(search) ? (
            <Empty title={words.nothingTitle} text={words.nothing} />
          ) : (
            <Empty title={words.noneTitle} text={words.none} />
          ))}
        <Stack component="ul" gap="sm" m={0} p={0}>
          {results.map((result) => (
            <ResultCard
              key={result.id}
              result={result}
              brandId={brandId}
              zone={timezone}
              onTryAgain={isEditor ? tryAgain.mutate : undefined}
              isTrying={tryAgain.isPending && tryAgain.variables === result.id}
            />
          ))}
        </Stack>
        {total > PER_PAGE && (
          <Pagination
            component="nav"
            aria-label={words.pages}
            total={Math.ceil(total / PER_PAGE)}
            value={search.page ?? 1}
            onChange={(page) => go({ ...search, page })}
            getItemProps={(page) => ({ "aria-label": words.page(page) })}
            getControlProps={(control) => ({ "aria-label": control === "previous" ? words.previous : words.next })}
          />
        )}
      </Stack>
      <EntryDrawer
        brandId={brandId}
        entryId={search.entry ?? null}
        zone={timezone}
        isEditor={isEditor}
        onClose={() => {
          const { entry: _, ...rest } = search;
          void navigate({ to: "/brands/$brandId/published", params: { brandId }, search: rest, resetScroll: false });
        }}
      />
    </>
  );
}

/** Says that something waits for a decision, unless those entries are what is shown. */
function NeedsYou({ brandId, search }: { readonly brandId: number; readonly search: PublishedSearch }) {
  const count = useSuspenseQuery(undecidedQuery(brandId)).data;
  if (count === 0 || search.undecided) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={words.needsYou(count)}
      mb="md"
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{words.needsYouText}</Text>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => <Link to="/brands/$brandId/published" params={{ brandId }} search={{ undecided: true }} {...props} />}
        >
          {words.show}
        </Button>
      </Stack>
    </Alert>
  );
}
