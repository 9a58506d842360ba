/** Logging in this folder: an event's name and its facts, never a secret or a user's data. */
export type TellEvent = (event: string, facts: Record<string, unknown>, level?: "debug" | "info" | "warn") => void;
