import { Alert } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useIsLost, useLive } from "../api/live.ts";
import { useBrandInPath } from "./brand-in-path.ts";

/** Keeps the page of a brand up to date, and says so when it cannot. */
export function LiveNote() {
  useLive(useBrandInPath()?.id ?? null);
  const isLost = useIsLost();
  return (
    <div role="status">
      {isLost && (
        <Alert color="yellow" icon={<IconPlugConnectedX aria-hidden />} mb="md">
          The connection to the service is lost, so this page may be out of date. It connects again by itself.
        </Alert>
      )}
    </div>
  );
}
