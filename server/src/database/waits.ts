/**
 * Whether the post `p` of the brand `b` came from another installation with a date and waits until the queue is switched on: nobody has given
 * it one here.
 */
export const WAITS_FOR_QUEUE = "(p.posting_type = 'SCHEDULE' and p.id <= coalesce(b.arrived_through, 0) and p.placed_at is null)";
