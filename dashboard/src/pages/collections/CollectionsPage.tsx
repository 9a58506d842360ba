import { Anchor, Badge, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { collectionsQuery, type ListedCollection } from "../../api/brand-queries.ts";
import { has, useBrand } from "../../api/session.ts";
import { Empty } from "../../parts/Empty.tsx";
import { hueOf } from "../../parts/look/hues.ts";
import { NetworkDiscs } from "../../parts/look/NetworkDisc.tsx";
import { printLocal } from "../../parts/moments.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { CreateDialog } from "./CreateDialog.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { PauseButton } from "./PauseButton.tsx";
import { printInterval } from "./print.ts";
import { nextSlotsQuery } from "./queries.ts";
import type { CollectionsSearch } from "./search.ts";
import { words } from "./words.ts";

/** The collections of a brand. */
export function CollectionsPage() {
  const { brandId } = useParams({ from: "/brands/$brandId/collections" });
  const search = useSearch({ from: "/brands/$brandId/collections" });
  const navigate = useNavigate();
  const brand = useBrand(brandId);
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  const { data: next } = useQuery(nextSlotsQuery(brandId));
  const mayChange = brand !== null && has(brand, "editor");
  const mayDelete = brand !== null && has(brand, "admin");
  const open = (wanted: CollectionsSearch) => void navigate({ to: "/brands/$brandId/collections", params: { brandId }, search: wanted });
  const toDelete = collections.find(({ id }) => id === search.delete);
  const createButton = mayChange && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open({ create: true })}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {collections.length > 0 && createButton}
      </PageHead>
      {collections.length === 0 && (
        <Empty title={words.none} text={mayChange ? words.noneText : words.noneForViewer}>
          {createButton}
        </Empty>
      )}
      <Stack component="ul" gap="sm" aria-label={words.list} p={0} m={0} style={{ listStyle: "none" }}>
        {collections.map((collection) => (
          <CollectionRow
            key={collection.id}
            brandId={brandId}
            collection={collection}
            nextFree={
              brand?.queueStatus === "PAUSED" ? null : (next?.slots.find((slot) => slot.collectionId === collection.id)?.local ?? null)
            }
          >
            {mayChange && <PauseButton brandId={brandId} collection={collection} />}
            {mayDelete && (
              <Button
                variant="default"
                size="compact-md"
                aria-label={words.deleteOf({ title: collection.title })}
                onClick={() => open({ delete: collection.id })}
              >
                {words.delete}
              </Button>
            )}
          </CollectionRow>
        ))}
      </Stack>
      {search.create === true && mayChange && (
        <CreateDialog
          brandId={brandId}
          onClose={() => open({})}
          onCreated={(collectionId) =>
            void navigate({ to: "/brands/$brandId/collections/$collectionId", params: { brandId, collectionId }, search: {} })
          }
        />
      )}
      {toDelete !== undefined && mayDelete && (
        <DeleteDialog brandId={brandId} collection={toDelete} onClose={() => open({})} onDeleted={() => open({})} />
      )}
    </>
  );
}

interface RowProps {
  readonly brandId: number;
  readonly collection: ListedCollection;
  /** When the next post of its queue leaves, on the brand's clock; null: unknown, or never. */
  readonly nextFree: string | null;
  readonly children: React.ReactNode;
}

function CollectionRow({ brandId, collection, nextFree, children }: RowProps) {
  const { id, title, status, channels, queues, postsCount, maxRepublish } = collection;
  const names = channels.map(({ name }) => name).join(", ");
  const facts = [
    words.slots({ count: queues.length }),
    ...(nextFree === null || status === "PAUSED" ? [] : [words.nextFree({ when: printLocal(nextFree) })]),
    ...(maxRepublish === 0 ? [] : [printInterval(maxRepublish)]),
  ];
  return (
    <Paper component="li" withBorder p="sm" style={{ borderInlineStart: `4px solid ${hueOf(id)}` }}>
      <Group align="flex-start" justify="space-between" gap="sm">
        <Stack gap={4} flex="1 1 16rem" miw={0}>
          <Group gap="xs">
            <Anchor
              fw={600}
              py={2}
              c="var(--mantine-color-text)"
              style={{ overflowWrap: "anywhere" }}
              renderRoot={(props) => (
                <Link to="/brands/$brandId/collections/$collectionId" params={{ brandId, collectionId: id }} {...props} />
              )}
            >
              {title}
            </Anchor>
            {status === "PAUSED" && (
              <Badge variant="light" color="yellow" c="var(--mantine-color-text)" tt="none">
                {words.paused}
              </Badge>
            )}
          </Group>
          <Text size="sm">{words.counts(postsCount)}</Text>
          <Text size="sm" c="dimmed">
            {facts.join(" · ")}
          </Text>
          <Group gap={8} wrap="nowrap">
            {channels.length > 0 && <NetworkDiscs types={channels.map(({ type }) => type)} max={5} />}
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {names === "" ? words.noChannels : names}
            </Text>
          </Group>
        </Stack>
        <Group gap="xs">{children}</Group>
      </Group>
    </Paper>
  );
}
