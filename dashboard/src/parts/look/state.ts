/** What becomes of a post, or has become of it, on one network or on all. */
export type State = "planned" | "waiting" | "leaving" | "sent" | "failed" | "skipped" | "draft";
