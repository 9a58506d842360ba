import { CHANNEL_TYPES, type ChannelType } from "@rostrum/contract/channels.ts";
import { credentialFields } from "@rostrum/contract/credential-fields.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import type { LogIn } from "../../networks/connectors/log-in.ts";
import { abilitiesOf } from "../channels/rules.ts";
import { addressLacks, isReady, wayOf } from "./networks.ts";

type ChannelKind = PrivateOutput<"listChannelKinds">[number];

/** What can be connected here, and how. */
export async function listChannelKinds(app: App): Promise<PrivateOutput<"listChannelKinds">> {
  const kinds = await Promise.all(CHANNEL_TYPES.map((type) => kindOf(app, type)));
  return kinds.filter((kind) => kind !== null);
}

async function kindOf(app: App, type: ChannelType): Promise<ChannelKind | null> {
  const connector = app.connectors[type];
  if (connector === undefined) return null;
  return {
    type,
    slug: platforms[type].slug,
    sandbox: app.networks.hasSandbox(type),
    logIns: await Promise.all((connector.logIns ?? []).map((logIn) => logInOf(app, type, logIn))),
    fields: [...credentialFields[type]],
    warnings: addressLacks(app, type),
    abilities: abilitiesOf(type),
  };
}

async function logInOf(app: App, type: ChannelType, logIn: LogIn): Promise<ChannelKind["logIns"][number]> {
  const { application, network } = logIn;
  const ready = await isReady(app, logIn, false);
  const way = ready ? null : await wayOf(app, { type, sandbox: false, application });
  return { application, network, ready, lack: way?.problem ?? null, asks: logIn.asks ?? null };
}
