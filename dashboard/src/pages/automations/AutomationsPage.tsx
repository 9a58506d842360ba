import { Button, Text } from "@mantine/core";
import { IconArticle, IconPlus, IconRss, IconShoppingBag } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { collectionsQuery } from "../../api/brand-queries.ts";
import { has, useBrand } from "../../api/session.ts";
import { Dialog } from "../../parts/Dialog.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Rows } from "../../parts/Rows.tsx";
import { AutomationRow } from "./AutomationRow.tsx";
import { EditAutomation } from "./EditAutomation.tsx";
import { Looks } from "./Looks.tsx";
import { NewAutomation } from "./NewAutomation.tsx";
import { automationsQuery } from "./queries.ts";
import type { AutomationsSearch } from "./search.ts";
import { words } from "./words.ts";

const TILES = [IconArticle, IconRss, IconShoppingBag].map((Icon, index) => (
  // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
  <Icon key={index} size={34} stroke={1.75} />
));

/** The feeds that posts are made of. */
export function AutomationsPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const { open, edit, runs } = useSearch({ from: "/brands/$brandId/automations" });
  const navigate = useNavigate({ from: "/brands/$brandId/automations" });
  const brand = useBrand(brandId);
  const zone = brand?.timezone ?? "UTC";
  const mayEdit = brand !== null && has(brand, "editor");
  const mayDelete = brand !== null && has(brand, "admin");
  const automations = useSuspenseQuery(automationsQuery(brandId)).data;
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  const show = (what: AutomationsSearch) => void navigate({ search: what });
  const close = () => show({});
  const asked = edit ?? runs;
  const chosen = automations.find(({ id }) => id === asked);
  const begin = mayEdit && collections.length > 0 && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => show({ open: "new" })}>
      {words.new}
    </Button>
  );
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {automations.length > 0 && begin}
      </PageHead>
      {mayEdit && collections.length === 0 && <Text mb="md">{words.noCollection}</Text>}
      {automations.length === 0 ? (
        <Empty tiles={TILES} {...words.none}>
          {begin}
        </Empty>
      ) : (
        <Rows label={words.title}>
          {automations.map((automation) => (
            <AutomationRow
              key={automation.id}
              brandId={brandId}
              zone={zone}
              automation={automation}
              mayEdit={mayEdit}
              mayDelete={mayDelete}
              onEdit={() => show({ edit: automation.id })}
              onRuns={() => show({ runs: automation.id })}
            />
          ))}
        </Rows>
      )}
      {open === "new" && mayEdit && <NewAutomation brandId={brandId} zone={zone} collections={collections} onClose={close} />}
      {chosen !== undefined && edit !== undefined && mayEdit && (
        <EditAutomation key={edit} brandId={brandId} automation={chosen} collections={collections} onClose={close} />
      )}
      {chosen !== undefined && runs !== undefined && (
        <Dialog title={words.looksOf({ name: chosen.name })} onClose={close} size="lg" centered>
          <Looks brandId={brandId} zone={zone} automationId={runs} />
        </Dialog>
      )}
      {chosen === undefined && asked !== undefined && (
        <Dialog title={words.title} onClose={close} centered>
          <Text>{words.gone}</Text>
        </Dialog>
      )}
    </>
  );
}
