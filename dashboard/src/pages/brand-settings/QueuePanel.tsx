import { Button, Group, Text } from "@mantine/core";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { api, dataOf } from "../../api/client.ts";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { words } from "./words.ts";

export function QueuePanel({ brand, mayChange }: { readonly brand: SessionBrand; readonly mayChange: boolean }) {
  const isPaused = brand.queueStatus === "PAUSED";
  const act = useAct((queueStatus: "ACTIVE" | "PAUSED") => dataOf(api.updateBrand({ brandId: brand.id, queueStatus })), {
    done: ({ queueStatus }) => (queueStatus === "PAUSED" ? words.pausedNow : words.resumedNow),
    changes: [["session"], ["brand", brand.id]],
  });
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Section title={words.queue}>
      <Text>{isPaused ? words.paused : words.running}</Text>
      {mayChange && (
        <Group>
          <Button
            variant={isPaused ? "filled" : "default"}
            loading={act.isPending}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => act.mutate(isPaused ? "ACTIVE" : "PAUSED")}
          >
            {isPaused ? words.resume : words.pause}
          </Button>
        </Group>
      )}
    </Section>
  );
}
