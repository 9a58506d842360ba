import type { FastifyRequest } from "fastify";
import { SANDBOX_APPLICATION } from "../../sandbox/kit/applications.ts";
import type { Grant } from "../../sandbox/kit/grants.ts";
import { checkToken, lookUpToken, type Token, type TokenOutcome } from "../../sandbox/kit/tokens.ts";
import type { GraphGuest } from "../../sandbox/meta/guest.ts";
import { GraphRefusal, notPermitted } from "../../sandbox/meta/refusal.ts";
import { checkProof, type GraphCall, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, known, type Stored } from "./model.ts";
import { deadTokenOf, noToken, pageNotLetIn, pageTokenNeeded, unreadableToken } from "./refusals.ts";

/** Who calls: a person, or a Page in whose name a person let the application act. */
export interface Caller {
  readonly token: Token;
  readonly grant: Grant;
  readonly scopes: readonly string[];
  readonly person: Stored<"person">;
  /** Null for a person's own token. */
  readonly page: Stored<"account"> | null;
}

/** The caller of an API call; throws unless its token is good. */
export async function callerOf(world: SandboxWorld, request: FastifyRequest, call: GraphCall): Promise<Caller> {
  if (call.token === null) throw noToken();
  checkProof(textIn(call, "appsecret_proof"), { token: call.token, secret: SANDBOX_APPLICATION.clientSecret });
  return callerWith(world, await checkToken(world, request, call.token));
}

/** The same for a question about a token. */
export async function holderOf(world: SandboxWorld, token: string): Promise<Caller> {
  return callerWith(world, await lookUpToken(world, token));
}

async function callerWith(world: SandboxWorld, outcome: TokenOutcome): Promise<Caller> {
  if (outcome.kind === "unknown") throw unreadableToken();
  if (outcome.kind === "expired") throw deadTokenOf(463);
  if (outcome.kind === "revoked") throw deadTokenOf(458);
  const { token, grant, scopes } = outcome;
  const trouble = await find(world, "trouble", token.person_id);
  if (trouble !== null && (trouble.serial === null || token.serial < trouble.serial)) throw deadTokenOf(trouble.subcode);
  const person = await known(world, "person", token.person_id);
  if (token.acts_as === null) return { token, grant, scopes, person, page: null };
  if ((await find(world, "role", `${person.id} ${token.acts_as}`)) === null) throw deadTokenOf(492);
  // What was unticked in a later log-in is no longer let in, although its token was given out before.
  if (!grant.account_ids.includes(token.acts_as)) throw pageNotLetIn();
  return { token, grant, scopes, person, page: await known(world, "account", token.acts_as) };
}

/** The Page that publishes: its own token, both permissions, and a person who may create content there. */
export async function requirePublisher(world: SandboxWorld, caller: Caller, pageId: string): Promise<Stored<"account">> {
  const page = requirePage(caller, pageId);
  const names = ["pages_read_engagement", "pages_manage_posts"];
  if (!names.every((name) => caller.scopes.includes(name)) || !(await hasTask(world, caller, pageId, "CREATE_CONTENT"))) {
    throw notPermitted(
      "If posting to a page, requires both pages_read_engagement and pages_manage_posts as an admin with sufficient administrative permission",
    );
  }
  return page;
}

/** The Page that comments. */
export async function requireCommenter(world: SandboxWorld, caller: Caller): Promise<Stored<"account">> {
  if (caller.page === null) throw pageTokenNeeded();
  if (!caller.scopes.includes("pages_manage_engagement")) throw notPermitted("Requires pages_manage_engagement permission");
  if (!(await hasTask(world, caller, caller.page.id, "MODERATE"))) throw notPermitted("Requires the task MODERATE on the Page");
  return caller.page;
}

/** The Page whose posts are read. */
export function requireReader(caller: Caller, pageId: string): Stored<"account"> {
  const page = requirePage(caller, pageId);
  requireScope(caller, "pages_read_engagement");
  return page;
}

export function requireScope({ scopes }: Caller, name: string): void {
  if (scopes.includes(name)) return;
  throw new GraphRefusal({ code: 10, status: 403, message: `(#10) This endpoint requires the '${name}' permission.` });
}

function requirePage(caller: Caller, pageId: string): Stored<"account"> {
  if (caller.page === null) throw pageTokenNeeded();
  if (caller.page.id !== pageId) throw notPermitted("The token is that of another Page.");
  return caller.page;
}

async function hasTask(world: SandboxWorld, caller: Caller, pageId: string, task: string): Promise<boolean> {
  return (await find(world, "role", `${caller.person.id} ${pageId}`))?.tasks.includes(task) === true;
}

/** A call on an object of this network by somebody whose token is good. */
export interface Visit {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly call: GraphCall;
  readonly caller: Caller;
  readonly guest: GraphGuest | null;
  /** Of the object; `me` is replaced. */
  readonly id: string;
  /** The version in the path, for addresses in responses. */
  readonly version: string;
}
