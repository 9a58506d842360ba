import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { accountOf, didDocument } from "./accounts.ts";
import { type Asked, type Method, required } from "./methods.ts";
import { known } from "./model.ts";
import { invalidRequest, refusal } from "./refusal.ts";
import { exchange, issueAccess, issueTokens, requireAccess, type Tokens } from "./tokens.ts";

const SERVICE_TOKEN_SECONDS = 60;
const SERVICE_TOKEN_SECONDS_MAX = 3600;

const signIn = z.object({ identifier: z.string(), password: z.string() });

/** `com.atproto.server.*` and `com.atproto.identity.*`. */
export const serverMethods: Record<string, Method> = {
  "com.atproto.server.createSession": { verb: "POST", run: createSession },
  "com.atproto.server.refreshSession": { verb: "POST", run: refreshSession },
  "com.atproto.server.getSession": { verb: "GET", run: getSession },
  "com.atproto.server.getServiceAuth": { verb: "GET", run: getServiceAuth },
  "com.atproto.identity.resolveHandle": { verb: "GET", run: resolveHandle },
};

async function createSession({ world, body }: Asked): Promise<unknown> {
  const given = signIn.safeParse(body);
  if (!given.success) throw invalidRequest('Input must have the properties "identifier" and "password"');
  const account = await accountOf(world, given.data.identifier);
  if (account === null || account.appPassword !== given.data.password) {
    throw refusal(401, "AuthenticationRequired", "Invalid identifier or password");
  }
  return sessionView(world, account.id, await issueTokens(world, account.id));
}

async function refreshSession({ world, request, body }: Asked): Promise<unknown> {
  if (body !== undefined) throw invalidRequest("A request body was provided when none was expected");
  const { did, accessJwt, refreshJwt } = await exchange(world, request);
  return sessionView(world, did, { accessJwt, refreshJwt });
}

async function getSession(asked: Asked): Promise<unknown> {
  return sessionView(asked.world, await requireAccess(asked, null), {});
}

async function getServiceAuth(asked: Asked): Promise<unknown> {
  const { world, parameters } = asked;
  const did = await requireAccess(asked, null);
  if (!required(asked, "aud").startsWith("did:")) throw invalidRequest("aud must be a valid atproto DID");
  const nowSeconds = toEpochMilliseconds(world.now()) / 1000;
  const seconds = parameters.exp === undefined ? SERVICE_TOKEN_SECONDS : Number(parameters.exp) - nowSeconds;
  if (!(seconds > 0)) throw refusal(400, "BadExpiration", "expiration is in past");
  if (seconds > SERVICE_TOKEN_SECONDS_MAX)
    throw refusal(400, "BadExpiration", "cannot request a token with an expiration more than an hour in the future");
  return { token: await issueAccess(world, { did, method: parameters.lxm ?? "*", seconds }) };
}

async function resolveHandle(asked: Asked): Promise<unknown> {
  const account = await accountOf(asked.world, required(asked, "handle"));
  if (account === null) throw refusal(400, "HandleNotFound", "Unable to resolve handle");
  return { did: account.id };
}

async function sessionView(world: SandboxWorld, did: string, tokens: Tokens | Record<string, never>) {
  const account = await known(world, "account", did);
  return { ...tokens, did, handle: account.handle, didDoc: didDocument(world, account), emailConfirmed: true, active: true };
}
