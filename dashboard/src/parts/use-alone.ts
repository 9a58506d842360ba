import { useRef, useState } from "react";

/** Whether something is being done, and what does it: whatever is asked for meanwhile is not done. */
export function useAlone(): readonly [isBusy: boolean, alone: (act: () => Promise<unknown>) => Promise<void>] {
  // Known before the page is drawn again.
  const running = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const alone = async (act: () => Promise<unknown>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await act().finally(() => {
      running.current = false;
      setBusy(false);
    });
  };
  return [isBusy, alone];
}
