/** How long a new key works. */
export const EXPIRIES = [
  { value: "never", days: null },
  { value: "30", days: 30 },
  { value: "90", days: 90 },
  { value: "365", days: 365 },
] as const;

export type Expiry = (typeof EXPIRIES)[number]["value"];

const DAY_MILLISECONDS = 86_400_000;

/** When a key of this choice that is made now stops working; null for never. */
export function expiryMoment(choice: Expiry, now: Date): string | null {
  const days = EXPIRIES.find(({ value }) => value === choice)?.days ?? null;
  return days === null ? null : new Date(now.getTime() + days * DAY_MILLISECONDS).toISOString();
}
