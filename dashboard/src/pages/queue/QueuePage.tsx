import { useDndContext } from "@dnd-kit/core";
import { Alert, Button, Group, NativeSelect, Text } from "@mantine/core";
import { IconAlertTriangle, IconFileImport, IconPencilPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { collectionsQuery } from "../../api/brand-queries.ts";
import { has, useBrand } from "../../api/session.ts";
import { Empty } from "../../parts/Empty.tsx";
import { ownZone as zoneHere } from "../../parts/moments.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { tellReason } from "../../parts/reasons/reasons.ts";
import { type Asked, DateDialog } from "../calendar/DateDialog.tsx";
import type { Movable } from "../calendar/moves.ts";
import { type Plan, PlanContext } from "../calendar/plan-context.ts";
import { useMoves } from "../calendar/use-moves.ts";
import { useNowLocal } from "../calendar/use-now.ts";
import { VirtualRows } from "../calendar/VirtualRows.tsx";
import { FreeSlots } from "./FreeSlots.tsx";
import { QueueRow } from "./QueueRow.tsx";
import { queueQuery } from "./queries.ts";
import classes from "./queue.module.css";
import { Reordering } from "./Reordering.tsx";
import { usePlaces } from "./use-places.ts";
import { words } from "./words.ts";

const ROW_PIXELS = 69;

/** The queues of a brand's collections, one at a time. */
export function QueuePage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const { collection } = useSearch({ from: "/brands/$brandId/queue" });
  const navigate = useNavigate({ from: "/brands/$brandId/queue" });
  const brand = useBrand(brandId);
  const zone = brand?.timezone ?? "UTC";
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  const shown = collections.find(({ id }) => id === collection) ?? collections[0];
  return (
    <>
      <PageHead title={words.title} lead={zone === zoneHere() ? words.lead : `${words.lead} ${words.zone({ zone })}`}>
        {shown !== undefined && (
          <NativeSelect
            w={220}
            aria-label={words.collection}
            data={collections.map(({ id, title }) => ({ value: String(id), label: title }))}
            value={String(shown.id)}
            onChange={({ currentTarget: { value } }) => void navigate({ search: { collection: Number(value) } })}
          />
        )}
        {brand !== null && has(brand, "editor") && (
          <Button
            variant="default"
            leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
            renderRoot={(props) => <Link to="/brands/$brandId/import" params={{ brandId }} {...props} />}
          >
            {words.import}
          </Button>
        )}
      </PageHead>
      {shown === undefined ? (
        <Empty title={words.noCollections} text={words.noCollectionsText}>
          {brand !== null && has(brand, "editor") && (
            <Button
              renderRoot={(props) => <Link to="/brands/$brandId/collections" params={{ brandId }} search={{ create: true }} {...props} />}
            >
              {words.newCollection}
            </Button>
          )}
        </Empty>
      ) : (
        <Queue key={shown.id} brandId={brandId} collectionId={shown.id} />
      )}
    </>
  );
}

function Queue({ brandId, collectionId }: { readonly brandId: number; readonly collectionId: number }) {
  const brand = useBrand(brandId);
  const query = queueQuery(brandId, collectionId);
  const queue = useSuspenseQuery(query).data;
  const moves = useMoves(brandId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { entries, timezone, reason } = queue;
  const { rows, put } = usePlaces(query, entries, moves);
  const canEdit = brand !== null && has(brand, "editor");
  // As they are by now: somebody else may have moved them while the dialog is open.
  const known = new Map(entries.map((entry) => [entry.postId, entry]));
  const current = (item: Movable): Movable | null => known.get(item.postId) ?? null;

  const plan: Plan = {
    brandId,
    zone: timezone,
    ownZone: zoneHere() === timezone ? null : zoneHere(),
    nowLocal: useNowLocal(timezone),
    canEdit,
    canDrag: true,
    moves,
    titleOf: () => queue.collection,
    openId: null,
    search: {},
    isChoosing: false,
    chosen: new Map(),
    choose: () => {},
    renewChosen: () => {},
    ask: (items, suggestion) => setAsked({ items, ...suggestion }),
  };
  return (
    <PlanContext value={plan}>
      {reason !== null && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.stuck} mb="md">
          {tellReason({ reason, message: null, network: null })?.sentence}
        </Alert>
      )}
      <Group mb="sm" justify="space-between">
        <Text size="sm">{words.count({ count: entries.length, slots: queue.slotsPerWeek })}</Text>
        {canEdit && entries.length > 1 && (
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {words.keys}
          </Text>
        )}
      </Group>
      {entries.length === 0 && (
        <Empty title={words.none} text={words.noneText}>
          {canEdit && (
            <Button
              leftSection={<IconPencilPlus size={18} stroke={1.75} aria-hidden />}
              renderRoot={(props) => (
                <Link to="/brands/$brandId/write" params={{ brandId }} search={{ collection: collectionId }} {...props} />
              )}
            >
              {words.write}
            </Button>
          )}
        </Empty>
      )}
      <div className={classes.list}>
        {entries.length > 0 && (
          <Reordering rows={rows} put={put}>
            <Rows rows={rows} put={put} />
          </Reordering>
        )}
        {queue.freeSlots.length > 0 && <FreeSlots slots={queue.freeSlots} />}
      </div>
      {asked !== null && (
        <DateDialog
          asked={asked}
          current={current}
          zone={timezone}
          moves={moves}
          onClose={() => setAsked(null)}
          onMoved={() => setAsked(null)}
        />
      )}
    </PlanContext>
  );
}

/** The row that is being moved stays drawn: its element carries the touch. */
function Rows({ rows, put }: Pick<ReturnType<typeof usePlaces>, "rows" | "put">) {
  const { active } = useDndContext();
  return (
    <VirtualRows
      rows={rows}
      keyOf={({ postId }) => postId}
      pixelsOf={() => ROW_PIXELS}
      kept={active === null ? null : Number(active.id)}
      draw={(entry, index) => <QueueRow entry={entry} place={index} count={rows.length} put={put} />}
    />
  );
}
