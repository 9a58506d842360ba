import { CHANNEL_TYPES, type ChannelType } from "@rostrum/contract/channels.ts";
import type { App } from "../../app.ts";
import type { Application, LogIn, LogInCall } from "../connectors/log-in.ts";
import { applicationOf, ownSecret } from "./applications.ts";
import { reach } from "./hosts.ts";

/** A way to log in, and the type of channel that it makes. */
export interface TypedLogIn {
  readonly type: ChannelType;
  readonly logIn: LogIn;
}

/** Every way to log in that this service has, in the order of the types. */
export function allLogIns({ connectors }: Pick<App, "connectors">): TypedLogIn[] {
  return CHANNEL_TYPES.flatMap((type) => (connectors[type]?.logIns ?? []).map((logIn) => ({ type, logIn })));
}

/** The way to make channels of the type with this platform's application. */
export function logInFor(app: Pick<App, "connectors">, type: ChannelType, application: string): TypedLogIn | null {
  return allLogIns(app).find((one) => one.type === type && one.logIn.application === application) ?? null;
}

/** A way to log in that can renew, probe and give back grants of the platform's application. */
export function keeperOf(app: Pick<App, "connectors">, application: string): TypedLogIn | null {
  return allLogIns(app).find(({ logIn }) => logIn.application === application) ?? null;
}

/** What the functions of a log-in are called with. */
export async function logInCall(
  app: App,
  { type, logIn }: TypedLogIn,
  { sandbox, signal }: { readonly sandbox: boolean; readonly signal: AbortSignal },
): Promise<LogInCall> {
  return { ...reach(app, { type, sandbox }), signal, application: await applicationFor(app, logIn, sandbox) };
}

/** The registered application, or for networks that read a document of ours one that is known by that document and a secret of its own. */
export async function applicationFor(
  app: Pick<App, "config" | "db" | "secrets" | "networks">,
  { application, document }: LogIn,
  sandbox: boolean,
): Promise<Application | null> {
  const registered = await applicationOf(app, { platform: application, sandbox });
  if (registered !== null || document === undefined) return registered;
  return { clientId: "", clientSecret: await ownSecret(app, application) };
}
