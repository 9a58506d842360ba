import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { App } from "../../app.ts";
import { spend } from "../budgets/spend.ts";
import type { Call } from "../connectors/connector.ts";

/** A channel's network is a sandbox network, and there are none. */
export class SandboxOff extends Error {
  override readonly name = "SandboxOff";
  constructor() {
    super("The sandbox networks are off. Set ROSTRUM_SANDBOX=1, or connect a real account in place of this channel.");
  }
}

type Ground = Pick<App, "config" | "connectors" | "sandboxUrl">;
interface Place {
  readonly type: ChannelType;
  readonly sandbox: boolean;
}

/**
 * Base URL of the platform's API for this channel, without a trailing slash; null for the platform's own. A sandbox channel is
 * resolved on each call, because the service may have a different port after a restart.
 */
export function baseUrlOf(app: Ground, { type, sandbox }: Place): string | null {
  const { slug } = platforms[type];
  return sandbox ? sandboxAddress(app, slug, "api") : (app.config.hostUrls[`${slug}/api`] ?? null);
}

/** The address in effect of one of the connector's hosts; `name` is as in `Connector.hosts`. */
export function hostOf(app: Ground, { type, sandbox }: Place, name: string): string {
  const own = app.connectors[type]?.hosts?.[name];
  if (own === undefined) throw new Error(`${type} has no host ${name}`);
  const [slug, host] = name.includes("/") ? (name.split("/", 2) as [string, string]) : [platforms[type].slug, name];
  return sandbox ? sandboxAddress(app, slug, host) : (app.config.hostUrls[`${slug}/${host}`] ?? own);
}

/** What every call of a channel, and at connecting one, has in common. */
export function reach(app: App, place: Place): Pick<Call, "net" | "now" | "baseUrl" | "host" | "apiVersion" | "isAudited" | "spend"> {
  return {
    net: app.net,
    now: () => app.clock.now(),
    baseUrl: baseUrlOf(app, place),
    host: (name) => hostOf(app, place, name),
    apiVersion: app.config.apiVersions[platforms[place.type].slug] ?? null,
    isAudited: place.sandbox || app.config.audited.has(platforms[place.type].slug),
    spend: (amounts) => spend(app, place, amounts),
  };
}

function sandboxAddress({ sandboxUrl }: Ground, slug: string, host: string): string {
  if (sandboxUrl === null) throw new SandboxOff();
  return host === "api" ? `${sandboxUrl}/${slug}` : `${sandboxUrl}/${slug}/${host}`;
}
