import type pg from "pg";

/** How this end of a connection finds out that the other one is gone. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/**
 * How the server finds out that a client can no longer be reached: it ends the session and releases what that holds. Without effect
 * on a Unix socket, whose ends cannot be separated.
 */
export const CUT_OFF_SETTINGS = {
  tcp_keepalives_idle: "10",
  tcp_keepalives_interval: "5",
  tcp_keepalives_count: "4",
  tcp_user_timeout: "30000",
} as const;

/** Set by a statement, not in the startup packet, because connection poolers refuse options there. */
export async function setSettings(client: pg.ClientBase, settings: Readonly<Record<string, string>>): Promise<void> {
  await client.query(
    Object.entries(settings)
      .map(([name, value]) => `SET ${name} = '${value}'`)
      .join("; "),
  );
}
