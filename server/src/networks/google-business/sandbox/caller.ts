import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import { googleCaller, requireOneScope } from "../../sandbox/google/caller.ts";
import { GoogleRefusal } from "../../sandbox/google/refusals.ts";
import { countInWindow } from "../../sandbox/kit/quotas.ts";
import { queryIn } from "../../sandbox/kit/requests.ts";
import { SANDBOX_TEXT_BYTES_MAX } from "../../sandbox/limits.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, type Stored } from "./model.ts";
import { shows } from "./people.ts";
import { exhausted, malformed, notFound, notPermitted, serviceOff } from "./refusals.ts";
import { type Settings, settingsOf } from "./settings.ts";

export const MANAGE = "https://www.googleapis.com/auth/business.manage";

/** Each has a host of its own, and is switched on in a project by itself. */
const SERVICES = {
  management: { host: "mybusinessaccountmanagement.googleapis.com", title: "My Business Account Management API" },
  information: { host: "mybusinessbusinessinformation.googleapis.com", title: "My Business Business Information API" },
  posts: { host: "mybusiness.googleapis.com", title: "Google My Business API" },
} as const;

/** A call of an API with whose it is. */
export interface Asked {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly settings: Settings;
  readonly personId: string;
  /** Of the path. */
  readonly ids: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Does the work once the reply has been sent. */
  afterReply(work: () => Promise<void>): void;
}

export interface Call {
  readonly method: "GET" | "POST";
  /** Below the network's own address. */
  readonly path: string;
  readonly service: keyof typeof SERVICES;
  /** Names in the query; Google refuses others. */
  readonly parameters?: readonly string[];
  /** Whether it counts as an edit of the location in its path. */
  readonly isEdit?: boolean;
  answer(asked: Asked): Promise<unknown>;
}

/** Those that every method of Google's APIs has, as far as they change nothing here. */
const COMMON_PARAMETERS = ["alt", "prettyPrint", "quotaUser", "key"];

export function mountCall(scope: FastifyInstance, world: SandboxWorld, { call, after }: { call: Call; after: AfterReply }): void {
  scope.route({
    method: call.method,
    url: call.path,
    bodyLimit: SANDBOX_TEXT_BYTES_MAX,
    handler: async (request, reply) => call.answer(await readAsked(world, { request, reply, call, after })),
  });
}

interface Received {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly call: Call;
  readonly after: AfterReply;
}

async function readAsked(world: SandboxWorld, { request, reply, call, after }: Received): Promise<Asked> {
  const caller = await googleCaller(world, request);
  const settings = await settingsOf(world);
  const { host, title } = SERVICES[call.service];
  if (settings.services_off.includes(host)) throw serviceOff(host, title);
  requireOneScope(caller, [MANAGE]);
  const ids: Record<string, string> = { ...Object(request.params) };
  const project = { key: `${host} ${caller.clientId}`, limit: settings.requests_per_minute, name: "Requests", service: host };
  count(world, request, project);
  if (call.isEdit === true) {
    const location = { key: `edits ${ids.location}`, limit: settings.edits_per_minute, name: "Edits of a location", service: host };
    count(world, request, location);
  }
  const query = queryIn(request);
  for (const name of query.keys()) {
    if (COMMON_PARAMETERS.includes(name) || call.parameters?.includes(name) === true) continue;
    const description = `Unknown name "${name}": Cannot bind query parameter. Field '${name}' could not be found in request message.`;
    throw malformed("", description);
  }
  return { world, request, settings, personId: caller.personId, ids, query, afterReply: (work) => after(reply, work) };
}

export interface Counted {
  /** Of what: a service's requests by an application, or a location's edits. */
  readonly key: string;
  readonly limit: number;
  /** As Google's message names it. */
  readonly name: string;
  readonly service: string;
}

/** Counts within the minute by the clock, in this process; throws above the limit, and always with the fault `quota`. */
export function count(world: SandboxWorld, request: FastifyRequest, { key, limit, name, service }: Counted): void {
  const { used } = countInWindow(world, { key, seconds: 60 });
  if (used > limit || faultOn(request, "quota") !== null) throw new GoogleRefusal(exhausted(service, name));
}

/** An account of the caller. */
export async function ownAccount({ world, personId }: Pick<Asked, "world" | "personId">, id: string): Promise<Stored<"account">> {
  const account = await find(world, "account", id);
  if (account === null) throw notFound();
  if (account.person_id !== personId) throw notPermitted();
  return account;
}

/** The location in the path, which names the account through which the caller reaches it. */
export async function askedLocation(asked: Asked): Promise<Stored<"location">> {
  const { world, settings, ids } = asked;
  const account = await ownAccount(asked, ids.account ?? "");
  const location = await find(world, "location", ids.location ?? "");
  if (location === null || !(await shows(world, { accountId: account.id, locationId: location.id }))) throw notFound();
  if (settings.locations_lost.includes(location.id)) throw notPermitted();
  return location;
}

/** `accounts/1/locations/2`, as the path has it. */
export function parentOf({ ids }: Pick<Asked, "ids">): string {
  return `accounts/${ids.account}/locations/${ids.location}`;
}

/** Does the work once the reply has been sent, or its connection is gone. */
export type AfterReply = (reply: FastifyReply, work: () => Promise<void>) => void;

/** Closing the server waits for such work. One that fails is forgotten: whoever looks next does it again. */
export function worksAfterReplies(scope: FastifyInstance): AfterReply {
  const atWork = new Set<Promise<void>>();
  scope.addHook("onClose", async () => {
    await Promise.all(atWork);
  });
  return (reply, work) => {
    reply.raw.once("close", () => {
      const working = work()
        .catch(() => {})
        .finally(() => atWork.delete(working));
      atWork.add(working);
    });
  };
}
