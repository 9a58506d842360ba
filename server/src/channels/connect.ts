import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { App } from "../app.ts";
import type { Checkpoint, ConnectOutcome, Connector, Json } from "../connectors/connector.ts";
import { refuse } from "../refusal.ts";
import { sandboxNetworks, sandboxWorld } from "../sandbox/networks.ts";
import { baseUrlOf } from "./account.ts";

/** All calls of one connection together: a person waits for it. */
const CONNECT_SECONDS_MAX = 60;

export interface Connection {
  readonly type: ChannelType;
  readonly sandbox: boolean;
  readonly credentials: Json;
}

/** 422 for a type that this service cannot connect. */
export function connectorOf(app: App, type: ChannelType): Connector {
  return app.connectors[type] ?? refuse(422, "type", `Channels of the type ${type} cannot be connected yet.`);
}

/** Holds credentials against the platform. Refused ones and an unreachable platform are 422; nothing is stored here. */
export async function verify(app: App, connection: Connection): Promise<Extract<ConnectOutcome, { kind: "connected" }>> {
  const outcome = await connectorOf(app, connection.type).connect(connection.credentials, {
    net: app.net,
    signal: AbortSignal.timeout(CONNECT_SECONDS_MAX * 1000),
    now: () => app.clock.now(),
    baseUrl: baseUrlOf(app, connection),
    checkpoint: memoryCheckpoint(),
  });
  if (outcome.kind === "refused") refuse(422, "credentials", `${connection.type} refused the credentials: ${outcome.reason}`);
  if (outcome.kind === "unreachable")
    refuse(422, "credentials", `${connection.type} could not be reached, so nothing was stored: ${outcome.reason}`);
  return outcome;
}

/** Makes (or finds) the account of this name on the sandbox network of the type and answers its credentials. */
export async function sandboxCredentials(app: App, account: { readonly type: ChannelType; readonly name: string }): Promise<Json> {
  const { db, clock, sandboxUrl } = app;
  if (sandboxUrl === null) refuse(422, "sandbox", "The sandbox networks are off. ROSTRUM_SANDBOX=1 switches them on.");
  const network = sandboxNetworks.find(({ type }) => type === account.type);
  if (network === undefined) refuse(422, "sandbox", `There is no sandbox network for the type ${account.type} yet.`);
  const { credentials } = await network.account(account.name, sandboxWorld(network, { db, now: () => clock.now(), sandboxUrl }));
  return credentials;
}

/** Connecting is not repeated after a crash, so its progress need not outlive it. */
function memoryCheckpoint(): Checkpoint {
  const values = new Map<string, Json>();
  return {
    get: (name) => values.get(name),
    set: async (name, value) => {
      values.set(name, value);
    },
  };
}
