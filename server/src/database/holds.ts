/**
 * SQL: whether the given row of `channels` is held at a moment: it is active, and its network lets nothing new through until
 * later. Never null. What lists, counts or publishes asks this one function, so that all of them mean the same channels.
 */
export function isHeld(channel: string, now: string): string {
  return `(${channel}.status = 'ACTIVE' and ${channel}.held_until is not null and ${channel}.held_until > ${now})`;
}
