import { useState } from "react";

/**
 * Whether the page is still at the address at which this was first drawn: for what ends late and then leads away. What is gone by then may
 * have been seen to be gone, so that this is not drawn any more; whoever is elsewhere stays there.
 */
export function useIsHere(): () => boolean {
  const [address] = useState(() => globalThis.location.href);
  return () => globalThis.location.href === address;
}
