import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Everything that `/metrics` shows. */
export type Metrics = ReturnType<typeof createMetrics>;

/** From what nobody notices to the 72 hours for which a network may hold a post. */
const WAIT_BUCKETS_SECONDS = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600, 6 * 3600, 24 * 3600, 72 * 3600];
/** Most requests take milliseconds; uploads and backups take minutes. */
const REQUEST_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** How exactly the lag of the event loop is known. It wakes a process so often, which is most of what an idle one would do. */
const LOOP_MILLISECONDS = 100;

/** How posts end on a network. */
const ENDS = ["published", "sent", "failed", "skipped", "undecided"];

/**
 * What one process counts, and the gauges of the whole service that it fills before it shows them. Labels have few values: never
 * ids, or names of people or brands.
 */
export function createMetrics({ version }: { readonly version: string }) {
  const registry = registryOf({ version, isReady: true });
  const registers = [registry];
  const counters = countersOf(registers);
  // An increase from nothing to one is none to Prometheus: what alerts ask about begins with zero.
  for (const network of CHANNEL_TYPES) for (const outcome of ENDS) counters.deliveries.inc({ network, outcome }, 0);
  let isWatched = false;
  /** What Prometheus reads. The process itself is watched from the first time on. */
  const show = async () => {
    if (!isWatched) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_MILLISECONDS });
    isWatched = true;
    return { contentType: registry.contentType, text: await registry.metrics() };
  };
  return { registry, show, ...counters, gauges: gaugesOf(registers), labelled: labelledGaugesOf(registers) };
}

/** All that a process says that has not finished its start, which may take long where it migrates. */
export function startingMetrics({ version }: { readonly version: string }): Registry {
  return registryOf({ version, isReady: false });
}

function registryOf({ version, isReady }: { readonly version: string; readonly isReady: boolean }): Registry {
  const registry = new Registry();
  const registers = [registry];
  const build = { name: "rostrum_build_info", help: "Always 1; the label says which version runs.", labelNames: ["version"], registers };
  new Gauge(build).set({ version }, 1);
  new Gauge({ name: "rostrum_ready", help: "Whether this process has finished its start.", registers }).set(isReady ? 1 : 0);
  return registry;
}

/** Of this process, since it started. */
function countersOf(registers: Registry[]) {
  return {
    deliveries: new Counter({
      name: "rostrum_deliveries_total",
      help: "Deliveries that came to an end, by network and outcome.",
      labelNames: ["network", "outcome"],
      registers,
    }),
    attempts: new Counter({
      name: "rostrum_attempts_total",
      help: "Calls to networks that came to an end, by network and what became of them.",
      labelNames: ["network", "outcome"],
      registers,
    }),
    mediaFailures: new Counter({
      name: "rostrum_media_storage_failures_total",
      help: "Calls to the disk or store with the media that failed, after their repetitions.",
      registers,
    }),
    queueWait: new Histogram({
      name: "rostrum_queue_wait_seconds",
      help: "From the moment when a post is due on a channel to its first attempt there.",
      buckets: WAIT_BUCKETS_SECONDS,
      registers,
    }),
    requests: new Histogram({
      name: "rostrum_http_request_duration_seconds",
      help: "Requests by operation and status; unknown: paths that do not exist, other: pages, files, tools and probes.",
      labelNames: ["operation", "status"],
      buckets: REQUEST_BUCKETS_SECONDS,
      registers,
    }),
  };
}

/** Of the whole service, read from the database, and of this process's machine and connections. */
function gaugesOf(registers: Registry[]) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  return {
    databaseUp: gauge("rostrum_database_up", "Whether the database has just answered this process."),
    figuresUp: gauge("rostrum_figures_up", "Whether the database has told the service's figures in time; otherwise they are missing."),
    connectionsMax: gauge("rostrum_database_connections_max", "Size of this process's pool of connections."),
    connectionsWaiting: gauge("rostrum_database_connections_waiting", "Queries of this process that wait for a connection."),
    clockAhead: gauge(
      "rostrum_clock_ahead_seconds",
      "How far this process's clock is ahead of those of the servers that it calls; missing until two have answered within an hour.",
    ),
    dataFree: gauge("rostrum_data_directory_free_bytes", "Free space where the data directory is."),
    dataSize: gauge("rostrum_data_directory_size_bytes", "All space where the data directory is."),
    dueDeliveries: gauge("rostrum_due_deliveries", "Deliveries that could be sent now and have not been."),
    duePosts: gauge("rostrum_due_posts", "Posts whose moment has come and that no worker has taken up."),
    oldestDue: gauge("rostrum_oldest_due_seconds", "How long the oldest delivery, post or slot that is due has been waiting; 0 for none."),
    oldestUntaken: gauge(
      "rostrum_oldest_untaken_seconds",
      "How long the oldest post or slot has been due that no worker has taken up; 0 for none.",
    ),
    inFlight: gauge("rostrum_deliveries_in_flight", "Deliveries whose attempt is under way."),
    unknown: gauge("rostrum_unknown_outcomes", "Deliveries sent without an answer that are still being looked up."),
    mailsWaiting: gauge("rostrum_mails_waiting", "Mails that have not left yet."),
    oldestMail: gauge("rostrum_oldest_mail_seconds", "How long the oldest of them has been waiting; 0 for none."),
  };
}

/** The same, by label. */
function labelledGaugesOf(registers: Registry[]) {
  const gauge = <T extends string>(name: string, help: string, labelNames: readonly T[]) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    connections: gauge("rostrum_database_connections", "Open connections of this process's pool.", ["state"]),
    channels: gauge("rostrum_channels", "Channels by type and status.", ["type", "status"]),
    channelsHeld: gauge("rostrum_channels_held", "Channels whose network has asked to wait, or whose budget is used up.", ["type"]),
    channelsExpiring: gauge("rostrum_channels_expiring", "Active channels whose log-in at the network ends within a week.", ["type"]),
    automations: gauge("rostrum_automations", "Automations by status; the stopped ones have given up their feed.", ["status"]),
    webhooks: gauge("rostrum_webhooks", "Webhooks by status; FAILING: active, and the last attempt failed.", ["status"]),
    eventsWaiting: gauge("rostrum_events_waiting", "Events that have not left yet, to webhooks and as notifications.", ["way"]),
    oldestDueEvent: gauge("rostrum_oldest_due_event_seconds", "How long the oldest of them that is due has been waiting; 0 for none.", [
      "way",
    ]),
  };
}
