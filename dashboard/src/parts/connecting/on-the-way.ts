/** Where somebody is who logs in to one network after the other: kept for this tab alone. */
interface OnTheWay {
  /** The slugs of the networks that come after the one that is being logged in to. */
  readonly left: readonly string[];
  /** How many channels there were before. */
  readonly channels: number;
}

const KEY = "rostrum.connecting";

/** Remembers that a log-in begins. */
export function setOut({ left, channels }: OnTheWay): void {
  sessionStorage.setItem(KEY, JSON.stringify({ left, channels }));
}

/**
 * Whether somebody comes back from a log-in that succeeded, with these networks left: then the next one follows by itself. It says so
 * once; who has declined, or goes back in the browser, is not sent on.
 */
export function goesOn({ left, channels }: OnTheWay): boolean {
  const known = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return known !== null && hasArrived(JSON.parse(known) as OnTheWay, { left, channels });
}

/** Whether a log-in has succeeded between the two. */
export function hasArrived(before: OnTheWay, now: OnTheWay): boolean {
  return now.left.length > 0 && before.left.join() === now.left.join() && now.channels > before.channels;
}
