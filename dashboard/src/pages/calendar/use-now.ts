import { useEffect, useState } from "react";

const MINUTE_MILLISECONDS = 60_000;

/** `YYYY-MM-DD HH:MM:SS` on the clock of a zone, to the minute. */
export function useNowLocal(zone: string): string {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: "second" }).replace("T", " ");
}
