import { Checkbox, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { useAct } from "../../parts/use-act.ts";
import { useIsLeft } from "../../parts/use-is-left.ts";
import { type ListedWebhook, webhooksQuery } from "./queries.ts";
import { words } from "./words.ts";

const HOURS = ["1", "24", "168", "720"] as const;
type Hours = (typeof HOURS)[number];

/** Sends the events of a period again. */
export function ReplayDialog({ webhook, onClose }: { readonly webhook: ListedWebhook; readonly onClose: () => void }) {
  const [hours, setHours] = useState<Hours>("24");
  const [failedOnly, setFailedOnly] = useState(true);
  const isLeft = useIsLeft();
  const replay = useAct(
    async () => {
      const from = new Date(Date.now() - Number(hours) * 3_600_000).toISOString();
      const done = await dataOf(api.replayWebhook({ webhookId: webhook.id, from, failedOnly }));
      if (!isLeft.current) onClose();
      return done;
    },
    { done: ({ events }) => words.replayed({ events }), changes: [webhooksQuery(webhook.brandId).queryKey] },
  );
  return (
    <FormDialog
      title={words.replayTitle}
      lead={words.replayText}
      submit={words.replay}
      isPending={replay.isPending}
      onSubmit={() => replay.mutate(undefined)}
      onClose={onClose}
    >
      <NativeSelect
        label={words.replayFrom}
        data={HOURS.map((value) => ({ value, label: words.periods[value] }))}
        value={hours}
        onChange={({ currentTarget }) => setHours(currentTarget.value as Hours)}
      />
      <Checkbox label={words.failedOnly} checked={failedOnly} onChange={({ currentTarget }) => setFailedOnly(currentTarget.checked)} />
    </FormDialog>
  );
}
