import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms, slugOfApplication } from "@rostrum/contract/platforms.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { Language } from "@rostrum/contract/words.ts";
import type { App } from "../../app.ts";
import { settingPrefix } from "../../ground/config.ts";
import { budgetsOf } from "../../networks/budgets/present.ts";
import type { LogIn } from "../../networks/connectors/log-in.ts";
import { applicationOf } from "../../networks/platforms/applications.ts";
import { isOutOfReach } from "../../networks/platforms/out-of-reach.ts";
import { redirectUriOf } from "./begin.ts";
import { wordsOf } from "./words.ts";

type Network = PrivateOutput<"listNetworks">[number];

/** What a network can do here, and what it lacks. */
export async function networkOf(app: App, type: ChannelType): Promise<Network> {
  const { slug } = platforms[type];
  const connector = app.connectors[type];
  const sandbox = app.networks.hasSandbox(type);
  if (connector === undefined)
    return { type, slug, sandbox, credentials: false, logIns: [], budgets: [], lacks: ["It cannot be connected yet."] };
  const logIns = await Promise.all((connector.logIns ?? []).map((logIn) => logInOf(app, logIn)));
  const missing = logIns.filter(({ source }) => source === null).map((logIn) => lackOf(logIn));
  const { apiVersions, audited } = app.config;
  const notices = connector.notices?.({ apiVersion: apiVersions[slug] ?? null, isAudited: audited.has(slug), now: app.clock.now() }) ?? [];
  const budgets = await budgetsOf(app, type);
  return { type, slug, sandbox, credentials: true, logIns, budgets, lacks: [...missing, ...addressLacks(app, type), ...notices] };
}

/** The page that says how to register the application. */
export function guideOf(application: string): string {
  return `docs/networks/${slugOfApplication(application)}.md`;
}

/** Why files cannot reach networks that fetch them from this service; empty if they can, as far as the address says. */
export function addressLacks(
  { config, connectors }: Pick<App, "config" | "connectors">,
  type: ChannelType,
  language: Language = "en",
): string[] {
  if (connectors[type]?.fetchesMedia === undefined || (config.publicUrl.startsWith("https:") && !isOutOfReach(config.publicUrl))) return [];
  return [wordsOf(language).begin.unreachable({ type, address: config.publicUrl })];
}

/** Whether people can log in: on the sandbox network, with an application of the operator's, or without any. */
export async function isReady(app: App, logIn: LogIn, sandbox: boolean): Promise<boolean> {
  return sandbox || logIn.registersItself === true || (await applicationOf(app, { platform: logIn.application, sandbox })) !== null;
}

type Way = { readonly logIn: LogIn; readonly problem: null } | { readonly logIn: null; readonly problem: string };

/** The way to log in for a type: the one that is asked for, else the first that is ready. */
export async function wayOf(
  app: App,
  wanted: { readonly type: ChannelType; readonly sandbox: boolean; readonly application: string | null },
): Promise<Way> {
  const { type, sandbox, application } = wanted;
  const logIns = app.connectors[type]?.logIns ?? [];
  const not = (problem: string): Way => ({ logIn: null, problem });
  if (logIns.length === 0) return not(`Channels of the type ${type} are connected by credentials, without a log-in.`);
  if (sandbox && !app.networks.hasSandbox(type)) return not(`There is no sandbox network for ${type} here.`);
  const fitting = logIns.filter((logIn) => application === null || logIn.application === application);
  if (fitting.length === 0)
    return not(`${type} has no log-in at ${application}, only at ${logIns.map((one) => one.application).join(", ")}.`);
  for (const logIn of fitting) if (await isReady(app, logIn, sandbox)) return { logIn, problem: null };
  return not(fitting.map((logIn) => lackOf({ ...logIn, redirectUri: redirectUriOf(app, { logIn }) })).join(" "));
}

async function logInOf(app: App, logIn: LogIn): Promise<Network["logIns"][number]> {
  const { application, network } = logIn;
  const base = { network, application, redirectUri: redirectUriOf(app, { logIn }) };
  if (logIn.registersItself === true) return { ...base, clientId: null, source: "itself" };
  const known = await applicationOf(app, { platform: application, sandbox: false });
  if (known === null) return { ...base, clientId: null, source: null };
  return { ...base, clientId: known.clientId, source: app.config.applications[application] === undefined ? "set" : "environment" };
}

function lackOf({ network, application, redirectUri }: Pick<Network["logIns"][number], "network" | "application" | "redirectUri">): string {
  const prefix = settingPrefix(application);
  return `To log in at ${network}, register an application there (${guideOf(application)}) with the redirect address ${redirectUri}, then set ${prefix}CLIENT_ID and ${prefix}CLIENT_SECRET, or run rostrum admin networks set.`;
}
