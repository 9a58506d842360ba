import { Button, Checkbox, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { Dialog } from "../../parts/Dialog.tsx";
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
    <Dialog onClose={onClose} title={words.replayTitle} centered>
      <Stack>
        <Text>{words.replayText}</Text>
        <NativeSelect
          label={words.replayFrom}
          data={HOURS.map((value) => ({ value, label: words.periods[value] }))}
          value={hours}
          onChange={({ currentTarget }) => setHours(currentTarget.value as Hours)}
        />
        <Checkbox label={words.failedOnly} checked={failedOnly} onChange={({ currentTarget }) => setFailedOnly(currentTarget.checked)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button loading={replay.isPending} onClick={() => replay.mutate(undefined)}>
            {words.replay}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
