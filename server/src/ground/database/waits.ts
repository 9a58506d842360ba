/**
 * Whether the post `p` of the brand `b` came from another installation with its date, which nobody has changed, and waits until the queue is
 * switched on.
 */
export const WAITS_FOR_QUEUE =
  "(p.posting_type = 'SCHEDULE' and p.id <= coalesce(b.arrived_through, 0) and coalesce(p.arrived_post_at = p.post_at, true))";
