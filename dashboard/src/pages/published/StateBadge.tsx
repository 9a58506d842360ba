import { Badge } from "@mantine/core";
import type { Result } from "@rostrum/contract/private/published.ts";
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconHourglass,
  IconPlayerSkipForward,
  IconRefresh,
  IconSearch,
  IconSend,
  IconUpload,
  IconX,
} from "@tabler/icons-react";
import { stateWords, words } from "./words.ts";

const LOOKS = {
  PUBLISHED: { Icon: IconCheck, color: "green" },
  SENT: { Icon: IconSend, color: "teal" },
  FAILED: { Icon: IconX, color: "red" },
  SKIPPED: { Icon: IconPlayerSkipForward, color: "gray" },
  RETRYING: { Icon: IconRefresh, color: "orange" },
  waiting: { Icon: IconClock, color: "blue" },
  publishing: { Icon: IconUpload, color: "blue" },
  pending: { Icon: IconHourglass, color: "blue" },
  unknown: { Icon: IconSearch, color: "orange" },
} as const;

/** The state of an entry by word, icon and colour. */
export function StateBadge({ state, needsSettling = false }: Pick<Result, "state"> & { readonly needsSettling?: boolean }) {
  const { Icon, color } = needsSettling ? { Icon: IconAlertTriangle, color: "orange" } : LOOKS[state];
  return (
    <Badge
      variant="default"
      tt="none"
      size="lg"
      leftSection={<Icon size={16} aria-hidden color={`light-dark(var(--mantine-color-${color}-8), var(--mantine-color-${color}-4))`} />}
    >
      {needsSettling ? words.undecided : stateWords[state]}
    </Badge>
  );
}
