import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Connector, Json } from "./connectors/connector.ts";
import type { Database } from "./database/connect.ts";
import type { Net } from "./net/net.ts";
import type { Log } from "./observability/log.ts";
import type { Secrets } from "./secrets/seal.ts";
import type { Storage } from "./storage/storage.ts";

/** What every part stands on, put together once at start. */
export interface App {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly net: Net;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly connectors: Connectors;
  readonly networks: NetworkDirectory;
  /** Address of the sandbox networks as this process reaches them, without a final slash; null when they are off. */
  readonly sandboxUrl: string | null;
  /** Tells the engine that there may be due work, so that it needs not wait for its next look. */
  wake(): void;
}

/** Where connecting learns how an account of a network is reached that nobody brought credentials for. */
export interface NetworkDirectory {
  /** Makes (or finds) the account of this name on the sandbox network of the type; null when there is none of this type. */
  sandboxCredentials(account: { readonly type: ChannelType; readonly name: string }): Promise<Json | null>;
}

export type Connectors = Readonly<Partial<Record<ChannelType, Connector>>>;
