import { useEffect, useState } from "react";
import { isOutdated } from "../api/client.ts";

/** What somebody saw of what they change in a form. */
interface Seen<T> {
  /** As it was when they began; once they have been told of a change, as it is now. */
  readonly seen: T;
  /** Called with what failed: if somebody else has changed it, they have been told now, and saving again replaces what there is. */
  onError(error: Error): void;
  /** What they wanted is stored: they begin anew. */
  renew(stored: T): void;
}

/** `current` is what the service has, and may change while somebody types. `isTouched`: whether they have begun; absent: from the first. */
export function useSeen<T>(current: T, isTouched = true): Seen<T> {
  const [begun, setBegun] = useState(current);
  const [isTold, setTold] = useState(false);
  const isOther = JSON.stringify(current) !== JSON.stringify(begun);
  useEffect(() => {
    // They see what it is now. Of the next change they are told again.
    if (!isOther || (isTouched && !isTold)) return;
    setBegun(current);
    setTold(false);
  }, [current, isOther, isTold, isTouched]);
  return {
    seen: isTold ? current : begun,
    onError: (error) => {
      if (isOutdated(error)) setTold(true);
    },
    renew(stored) {
      setBegun(stored);
      setTold(false);
    },
  };
}
