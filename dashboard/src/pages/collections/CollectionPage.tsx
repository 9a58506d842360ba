import { Alert, Button, Tabs, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { CallFailed } from "../../api/client.ts";
import { has, useBrand } from "../../api/session.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import { TimesDialog } from "../../parts/times/TimesDialog.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { PauseButton } from "./PauseButton.tsx";
import { collectionQuery } from "./queries.ts";
import { SettingsTab } from "./SettingsTab.tsx";
import type { CollectionSearch } from "./search.ts";
import { WeekTab } from "./WeekTab.tsx";
import { words } from "./words.ts";

/** One collection: its week, and what it is. */
export function CollectionPage() {
  const { brandId, collectionId } = useParams({ from: "/brands/$brandId/collections/$collectionId" });
  const search = useSearch({ from: "/brands/$brandId/collections/$collectionId" });
  const navigate = useNavigate();
  const brand = useBrand(brandId);
  const { data: collection, error } = useQuery(collectionQuery(brandId, collectionId));
  const mayChange = brand !== null && has(brand, "editor");
  const mayDelete = brand !== null && has(brand, "admin");
  const open = (wanted: CollectionSearch) =>
    void navigate({ to: "/brands/$brandId/collections/$collectionId", params: { brandId, collectionId }, search: wanted });
  if (error instanceof CallFailed && error.status === 404) return <PageHead title={words.title} lead={words.noSuch} />;
  if (error !== null && collection === undefined) throw error;
  if (collection === undefined) return null;
  const { title, description, postsCount, status } = collection;
  const { delete: isDeleting, dialog, ...tab } = search;
  return (
    <>
      <PageHead
        title={title}
        lead={
          <>
            {description !== null && description !== "" && <span style={{ overflowWrap: "anywhere" }}>{description}</span>}
            <span style={{ display: "block" }}>{words.counts(postsCount)}</span>
          </>
        }
      >
        {mayChange && (
          <Button
            size="compact-md"
            renderRoot={(props) => (
              <Link to="/brands/$brandId/write" params={{ brandId }} search={{ collection: collectionId }} {...props} />
            )}
          >
            {words.write}
          </Button>
        )}
        {mayChange && <PauseButton brandId={brandId} collection={collection} />}
        {mayDelete && (
          <Button variant="default" size="compact-md" onClick={() => open({ ...tab, delete: true })}>
            {words.delete}
          </Button>
        )}
      </PageHead>
      {(status === "PAUSED" || brand?.queueStatus === "PAUSED") && (
        <Alert color="yellow" mb="md">
          <Text>{status === "PAUSED" ? words.pausedText : words.brandPausedText}</Text>
        </Alert>
      )}
      <Tabs value={search.tab ?? "week"} onChange={(value) => open(value === "settings" ? { tab: "settings" } : {})}>
        <Tabs.List aria-label={words.tabs} mb="md">
          <Tabs.Tab value="week">{words.week}</Tabs.Tab>
          <Tabs.Tab value="settings">{words.settings}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="week">
          <WeekTab key={collectionId} brandId={brandId} collection={collection} mayChange={mayChange} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsTab key={collectionId} brandId={brandId} collection={collection} mayChange={mayChange} />
        </Tabs.Panel>
      </Tabs>
      {dialog === "times" && mayChange && (
        <TimesDialog brandId={brandId} zone={brand?.timezone ?? "UTC"} collection={collection} onClose={() => open(tab)} />
      )}
      {isDeleting === true && mayDelete && (
        <DeleteDialog
          brandId={brandId}
          collection={collection}
          onClose={() => open(tab)}
          onDeleted={() => void navigate({ to: "/brands/$brandId/collections", params: { brandId }, search: {} })}
        />
      )}
    </>
  );
}
