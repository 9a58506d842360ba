import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Changes } from "./doors/live/changes.ts";
import type { Clock } from "./ground/clock.ts";
import type { Config } from "./ground/config.ts";
import type { Database } from "./ground/database/connect.ts";
import type { AdvisoryLocks } from "./ground/database/locks.ts";
import type { HeardClocks } from "./ground/net/heard-clocks.ts";
import type { Net } from "./ground/net/net.ts";
import type { Log } from "./ground/observability/log.ts";
import type { Metrics } from "./ground/observability/metrics.ts";
import type { Secrets } from "./ground/secrets/seal.ts";
import type { Traces } from "./ground/spans.ts";
import type { Storage } from "./ground/storage/storage.ts";
import type { Connector } from "./networks/connectors/connector.ts";
import type { Json } from "./networks/connectors/json.ts";
import type { Application } from "./networks/connectors/log-in.ts";

/** The dependencies that all parts share, assembled once at startup. */
export interface App {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly net: Net;
  /** What the networks' answers say about the clock of this machine. */
  readonly heardClocks: HeardClocks;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Null where no traces are kept. */
  readonly traces: Traces | null;
  readonly connectors: Connectors;
  readonly networks: NetworkDirectory;
  /** One holder per grant at a time, in all processes. */
  readonly grantLocks: AdvisoryLocks;
  /** Told of what has been committed in a brand, so that open pages show it. */
  readonly changes: Changes;
  /** Base URL of the sandbox networks as this process reaches them, without a trailing slash; null when they are off. */
  readonly sandboxUrl: string | null;
  /** Tells the engine that work may be due, so that it does not wait for its next poll. */
  wake(): void;
  /** Tells that a mail has been stored and committed. */
  wakeMail(): void;
}

/** What the sandbox networks give to those who connect to them. */
export interface NetworkDirectory {
  /** Creates (or finds) the account with this name on the sandbox network of the type; null if that type has none. */
  sandboxCredentials(account: { readonly type: ChannelType; readonly name: string }): Promise<Json | null>;
  /** Whether there is a sandbox network for the type, and it is on. */
  hasSandbox(type: ChannelType): boolean;
  /** The application of this name at the sandbox networks; null if they have none. */
  sandboxApplication(name: string): Application | null;
}

export type Connectors = Readonly<Partial<Record<ChannelType, Connector>>>;
