import { useEffect } from "react";

interface Shown {
  /** How many are on the page that is shown, and how many there are in all; undefined until that is known. */
  readonly length: number;
  readonly total: number | undefined;
  readonly perPage: number;
}

/**
 * Goes to the last page there is if the one that is shown has nothing left, and returns whether it does. `go` must stay the same from one
 * drawing to the next.
 */
export function usePagesBack({ length, total = 0, perPage }: Shown, go: (page: number) => void): boolean {
  const page = length === 0 && total > 0 ? Math.ceil(total / perPage) : null;
  useEffect(() => {
    if (page !== null) go(page);
  }, [page, go]);
  return page !== null;
}
