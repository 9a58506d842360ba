import { Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { has, useBrand } from "../../api/session.ts";
import { BackToSettings } from "../../parts/BackToSettings.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Rows } from "../../parts/Rows.tsx";
import { EditDialog } from "./EditDialog.tsx";
import { type ListedWebhook, webhooksQuery } from "./queries.ts";
import { ReplayDialog } from "./ReplayDialog.tsx";
import { SecretDialog, type ShownSecret } from "./SecretDialog.tsx";
import { WebhookRow } from "./WebhookRow.tsx";
import { words } from "./words.ts";

/** Which programs are told what happens in the brand, for its admins. */
export function WebhooksPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const brand = useBrand(brandId);
  if (brand === null) return null;
  const zone = brand.timezone ?? "UTC";
  return (
    <>
      <PageHead title={words.title} lead={words.lead({ zone })}>
        <BackToSettings brandId={brandId} />
      </PageHead>
      {has(brand, "admin") ? <Webhooks brandId={brandId} zone={zone} /> : <Text>{words.onlyAdmins}</Text>}
    </>
  );
}

function Webhooks({ brandId, zone }: { readonly brandId: number; readonly zone: string }) {
  const webhooks = useSuspenseQuery(webhooksQuery(brandId)).data;
  const { dialog } = useSearch({ from: "/brands/$brandId/webhooks" });
  const navigate = useNavigate({ from: "/brands/$brandId/webhooks" });
  const setDialog = (to: "new" | undefined) => void navigate({ search: { dialog: to }, resetScroll: false });
  const [edited, setEdited] = useState<ListedWebhook | null>(null);
  const [replayed, setReplayed] = useState<ListedWebhook | null>(null);
  // Never in the address.
  const [secret, setSecret] = useState<ShownSecret | null>(null);
  const isEditing = dialog === "new" || edited !== null;
  const close = () => {
    setEdited(null);
    if (dialog === "new") setDialog(undefined);
  };
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setDialog("new")}>
      {words.add}
    </Button>
  );
  return (
    <>
      {webhooks.length === 0 ? (
        <Empty title={words.none} text={words.noneText}>
          {add}
        </Empty>
      ) : (
        <>
          <Rows label={words.title}>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                zone={zone}
                onEdit={() => setEdited(webhook)}
                onReplay={() => setReplayed(webhook)}
                onSecret={setSecret}
              />
            ))}
          </Rows>
          <Group mt="md">{add}</Group>
        </>
      )}
      {isEditing && <EditDialog key={edited?.id ?? "new"} brandId={brandId} webhook={edited} onClose={close} onSecret={setSecret} />}
      {replayed !== null && <ReplayDialog webhook={replayed} onClose={() => setReplayed(null)} />}
      {secret !== null && <SecretDialog shown={secret} zone={zone} onClose={() => setSecret(null)} />}
    </>
  );
}
