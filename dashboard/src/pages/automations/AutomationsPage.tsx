import { Button, Stack, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { collectionsQuery } from "../../api/brand-queries.ts";
import { has, useBrand } from "../../api/session.ts";
import { LayeredModal } from "../../parts/Dialog.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { AutomationCard } from "./AutomationCard.tsx";
import { EditAutomation } from "./EditAutomation.tsx";
import { NewAutomation } from "./NewAutomation.tsx";
import { automationsQuery } from "./queries.ts";
import { Runs } from "./Runs.tsx";
import type { AutomationsSearch } from "./search.ts";
import { words } from "./words.ts";

/** The feeds that posts are made of. */
export function AutomationsPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const search = useSearch({ from: "/brands/$brandId/automations" });
  const navigate = useNavigate({ from: "/brands/$brandId/automations" });
  const brand = useBrand(brandId);
  const zone = brand?.timezone ?? "UTC";
  const mayEdit = brand !== null && has(brand, "editor");
  const mayDelete = brand !== null && has(brand, "admin");
  const automations = useSuspenseQuery(automationsQuery(brandId)).data;
  const collections = useSuspenseQuery(collectionsQuery(brandId)).data;
  const show = (what: AutomationsSearch) => void navigate({ search: what });
  const close = () => show({});
  const begin = mayEdit && collections.length > 0 && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show({ open: "new" })}>
      {words.new}
    </Button>
  );
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        {automations.length > 0 && begin}
      </PageHead>
      {mayEdit && collections.length === 0 && <Text mb="md">{words.noCollection}</Text>}
      {automations.length === 0 && <Empty {...words.none}>{begin}</Empty>}
      <Stack component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label={words.title}>
        {automations.map((automation) => (
          <AutomationCard
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
      </Stack>
      <Dialog title={words.new} isOpen={search.open === "new" && mayEdit} onClose={close}>
        <NewAutomation brandId={brandId} zone={zone} collections={collections} onClose={close} />
      </Dialog>
      <OneOpen id={mayEdit ? search.edit : undefined} automations={automations} title={words.editOf} onClose={close}>
        {(automation) => <EditAutomation brandId={brandId} automation={automation} collections={collections} onClose={close} />}
      </OneOpen>
      <OneOpen id={search.runs} automations={automations} title={words.runsOf} onClose={close}>
        {({ id }) => <Runs brandId={brandId} zone={zone} automationId={id} />}
      </OneOpen>
    </>
  );
}

interface OneOpenProps<T> {
  readonly id: number | undefined;
  readonly automations: readonly T[];
  readonly title: (values: { readonly name: string }) => string;
  readonly onClose: () => void;
  readonly children: (automation: T) => ReactNode;
}

/** A dialog about the automation with this id. */
function OneOpen<T extends { readonly id: number; readonly name: string }>({ id, automations, title, onClose, children }: OneOpenProps<T>) {
  const automation = automations.find((one) => one.id === id);
  return (
    <Dialog title={automation === undefined ? words.title : title(automation)} isOpen={id !== undefined} onClose={onClose}>
      {automation === undefined ? <Text>{words.gone}</Text> : children(automation)}
    </Dialog>
  );
}

function Dialog({
  title,
  isOpen,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <LayeredModal
      closeOnClickOutside={false}
      opened={isOpen}
      onClose={onClose}
      title={title}
      size="lg"
      closeButtonProps={{ "aria-label": words.close }}
    >
      {children}
    </LayeredModal>
  );
}
