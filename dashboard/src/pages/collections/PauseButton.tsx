import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { api, dataOf } from "../../api/client.ts";
import { useAct } from "../../parts/use-act.ts";
import { changedByCollections } from "./queries.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly collection: { readonly id: number; readonly title: string; readonly status: "ACTIVE" | "PAUSED" };
}

export function PauseButton({ brandId, collection }: Props) {
  const { id: collectionId, title, status } = collection;
  const set = useAct((wanted: "ACTIVE" | "PAUSED") => dataOf(api.updateCollection({ collectionId, status: wanted })), {
    done: (_, wanted) => (wanted === "PAUSED" ? words.isPaused({ title }) : words.isResumed({ title })),
    changes: changedByCollections(brandId),
  });
  const isPaused = status === "PAUSED";
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<Icon size={16} aria-hidden />}
      aria-label={isPaused ? words.resumeOf({ title }) : words.pauseOf({ title })}
      loading={set.isPending}
      onClick={() => set.mutate(isPaused ? "ACTIVE" : "PAUSED")}
    >
      {isPaused ? words.resume : words.pause}
    </Button>
  );
}
