import { addSeconds, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import { isSecretOf } from "../../sandbox/kit/applications.ts";
import { type Grant, grantAll } from "../../sandbox/kit/grants.ts";
import { issueRefreshToken } from "../../sandbox/kit/refresh-tokens.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import { textsIn } from "../../sandbox/kit/requests.ts";
import { granted } from "../../sandbox/kit/token-calls.ts";
import { issueToken } from "../../sandbox/kit/tokens.ts";
import type { SandboxNetwork, SandboxWorld } from "../../sandbox/network.ts";
import { ALL_SCOPES, scopesOf } from "./log-in.ts";
import { find, put, type Stored } from "./model.ts";
import { settingsOf } from "./settings.ts";

const REFRESH_SECONDS = 31_536_000;
const PREFIX = "AQ";

/**
 * Codes and tokens. A refresh token ends a year after the log-in that it came from, however often it is used, and access tokens end
 * no later.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens (2024-08)
 */
export function tokenRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.post("/www/oauth/v2/accessToken", async (request) => {
    const fields = textsIn(request.body);
    const { client_id: clientId = "", client_secret: clientSecret = "", refresh_token = "" } = fields;
    if (!isSecretOf(network, { clientId, clientSecret })) throw refused("invalid_client", "Client authentication failed", 401);
    const { refresh_tokens: isPartner, rotation, access_seconds } = await settingsOf(world);
    const end = await find(world, "log_in_end", refresh_token);
    const isOver = end === null || !isPartner || (await isEndedByLogIn(world, end));
    const endsAt = end?.at ?? addSeconds(world.now(), REFRESH_SECONDS);
    const restSeconds = secondsUntil(world, endsAt);
    const call = { clientId, fields: isOver ? { ...fields, refresh_token: "" } : fields };
    const { grant, scopes, refreshToken } = await granted(world, call, {
      rotation,
      lifetimeSeconds: restSeconds,
      missing: () => refused("invalid_request", REFUSED_CODE),
      unsupported: () => refused("invalid_request", "A required parameter grant_type is missing or not supported"),
      badCode: () => refused("invalid_request", REFUSED_CODE),
      badRefreshToken: () => refused("invalid_grant", "The provided authorization grant or refresh token is invalid, expired or revoked."),
    });
    if (refreshToken === null) await noteLogIn(world, { grant: grant.id, scopes });
    const lifetimeSeconds = refreshToken === null ? access_seconds : Math.min(access_seconds, restSeconds);
    const token = await accessToken(world, { grant, scopes, lifetimeSeconds });
    if (!isPartner) return token;
    const next = refreshToken ?? (await issueRefreshToken(world, { grant, scopes, lifetimeSeconds: REFRESH_SECONDS }));
    const serial = refreshToken === null || end === null ? Number(await world.objects.nextId()) : end.serial;
    await put(world, "log_in_end", next, { at: endsAt, grant: grant.id, serial });
    return { ...token, refresh_token: next, refresh_token_expires_in: restSeconds };
  });
}

/** A token as the developer portal gives it to people for themselves, with every scope of the application. */
export async function grantedToken(world: SandboxWorld, person: Stored<"person">): Promise<string> {
  const settings = await settingsOf(world);
  const admitted = scopesOf(settings);
  const { grant, scopes } = await grantAll(world, {
    personId: person.id,
    scopes: ALL_SCOPES.filter(({ name }) => admitted.includes(name)),
  });
  return (await accessToken(world, { grant, scopes, lifetimeSeconds: settings.access_seconds })).access_token;
}

/** One text for everything that can be wrong with a code, as seen. */
const REFUSED_CODE =
  "Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists";

function secondsUntil(world: SandboxWorld, end: string): number {
  return Math.max(0, Math.floor((toEpochMilliseconds(toInstant(end)) - toEpochMilliseconds(world.now())) / 1000));
}

interface NewAccess {
  readonly grant: Grant;
  readonly scopes: readonly string[];
  readonly lifetimeSeconds: number;
}

async function accessToken(world: SandboxWorld, { grant, scopes, lifetimeSeconds }: NewAccess) {
  const access_token = await issueToken(world, { grant, kind: "member", scopes, lifetimeSeconds, prefix: PREFIX });
  return { access_token, expires_in: lifetimeSeconds, scope: scopes.join(","), token_type: "Bearer" };
}

function refused(error: string, error_description: string, status = 400): Refusal {
  return new Refusal({ status, body: { error, error_description } });
}

/** Something that was issued within a grant. */
export interface Issued {
  readonly grant: string;
  readonly serial: number;
}

/** Notes what somebody logged in for. Other scopes than the last time end what was issued before, if the network is set to. */
export async function noteLogIn(world: SandboxWorld, { grant, scopes }: { readonly grant: string; readonly scopes: readonly string[] }) {
  const names = scopes.toSorted().join(" ");
  const last = await find(world, "last_log_in", grant);
  const isOther = last !== null && last.scopes !== names && (await settingsOf(world)).other_scopes_end_tokens;
  const since = isOther ? Number(await world.objects.nextId()) : (last?.since ?? 0);
  await put(world, "last_log_in", grant, { scopes: names, since });
}

export async function isEndedByLogIn(world: SandboxWorld, { grant, serial }: Issued): Promise<boolean> {
  return serial < ((await find(world, "last_log_in", grant))?.since ?? 0);
}
