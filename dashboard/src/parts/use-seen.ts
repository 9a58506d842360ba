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

/** `current` is what the service has, and may change while somebody types. `touched`: the fields in which they have begun; absent: all. */
export function useSeen<T>(current: T, touched?: readonly (keyof T)[]): Seen<T> {
  const [begun, setBegun] = useState(current);
  const [isTold, setTold] = useState(false);
  const isTouched = (field: string) => touched === undefined || touched.some((name) => name === field);
  // They see what it is now, also in what they have not touched. Of the next change they are told again.
  const seenNow = isTold || touched === undefined ? current : { ...current, ...pick(begun, isTouched) };
  const isOther = (isTold || touched !== undefined) && JSON.stringify(seenNow) !== JSON.stringify(begun);
  useEffect(() => {
    if (!isOther) return;
    setBegun(seenNow);
    setTold(false);
  }, [seenNow, isOther]);
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

function pick<T>(whole: T, isWanted: (field: string) => boolean): Partial<T> {
  return Object.fromEntries(Object.entries(whole as object).filter(([field]) => isWanted(field))) as Partial<T>;
}
