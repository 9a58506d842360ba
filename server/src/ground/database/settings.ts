/**
 * The server's settings. On the command line they override `postgresql.conf` and `ALTER SYSTEM`, so that every start is the
 * same. Durable: an acknowledged commit survives a power failure. Small: one service on one machine.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  shared_buffers: "64MB",
  effective_cache_size: "512MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  min_wal_size: "64MB",
  max_wal_size: "512MB",
  checkpoint_timeout: "15min",
  random_page_cost: "1.1",
  // Each of these saves a process, or a pool of them.
  io_method: "sync",
  max_logical_replication_workers: "0",
  max_parallel_workers_per_gather: "0",
  autovacuum_max_workers: "1",
  huge_pages: "off",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  datestyle: "ISO",
  lc_messages: "C",
  // For the service's own log: no prefix, no statement errors (the service gets them as exceptions), no detail lines, which
  // would quote users' data.
  logging_collector: "off",
  log_destination: "stderr",
  log_line_prefix: "",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** On macOS plain fsync leaves data in the drive's cache. */
const DARWIN_SETTINGS: Readonly<Record<string, string>> = { wal_sync_method: "fsync_writethrough" };

/** For a server whose data may be lost with the machine. */
const THROWAWAY_SETTINGS: Readonly<Record<string, string>> = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Command-line flags for `postgres`. */
export function settingFlags(place: { socketFolder: string; name: string; connections: number; isThrowaway: boolean }): string[] {
  const own = {
    max_connections: String(place.connections),
    // The setting is a list; quotes allow a path with a comma.
    unix_socket_directories: `"${place.socketFolder.replaceAll('"', '""')}"`,
    cluster_name: place.name,
  };
  const platform = process.platform === "darwin" ? DARWIN_SETTINGS : {};
  const all = { ...SETTINGS, ...platform, ...(place.isThrowaway ? THROWAWAY_SETTINGS : {}), ...own };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
