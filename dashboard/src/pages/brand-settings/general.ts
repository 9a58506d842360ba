/** What somebody has typed; null: nothing, so that it stays whatever it is by now. */
export interface Typed {
  readonly title: string | null;
  readonly timezone: string | null;
}

export const UNTOUCHED: Typed = { title: null, timezone: null };

interface Seen {
  readonly title: string;
  readonly timezone: string | null;
}

export interface Change {
  readonly title?: string;
  readonly timezone?: string;
  readonly seen: Partial<Seen>;
}

/** Only what was typed is sent, each with what it was when it was seen: what others change at the same time stays. */
export function changeOf({ title, timezone }: Typed, seen: Seen): Change {
  return {
    ...(title === null ? {} : { title }),
    ...(timezone === null ? {} : { timezone }),
    seen: { ...(title === null ? {} : { title: seen.title }), ...(timezone === null ? {} : { timezone: seen.timezone }) },
  };
}
