import { createHash, randomBytes } from "node:crypto";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSame } from "../../sandbox/kit/applications.ts";
import { words } from "../../sandbox/kit/names.ts";
import { basicIn } from "../../sandbox/kit/requests.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { issueToken, requireCaller, SCOPES } from "./accounts.ts";
import { readFields } from "./fields.ts";
import { find, insert, type Stored } from "./model.ts";
import { invalid, refusal } from "./refusal.ts";

const CODE_SECONDS = 600;
const KNOWN_SCOPES = words(`
  read read:accounts read:statuses read:search write write:statuses write:media write:favourites profile
`);

/** Discovery, application registration and tokens. The consent page is in `authorize.ts`. */
export function oauthRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.get("/.well-known/oauth-authorization-server", async () => ({
    issuer: `${world.baseUrl}/`,
    authorization_endpoint: `${world.baseUrl}/oauth/authorize`,
    token_endpoint: `${world.baseUrl}/oauth/token`,
    revocation_endpoint: `${world.baseUrl}/oauth/revoke`,
    userinfo_endpoint: `${world.baseUrl}/oauth/userinfo`,
    app_registration_endpoint: `${world.baseUrl}/api/v1/apps`,
    service_documentation: "https://docs.joinmastodon.org/",
    scopes_supported: KNOWN_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  }));

  scope.post("/api/v1/apps", async (request) => {
    const { values } = await readFields(request);
    const name = text(values.client_name);
    const redirectUris = [values.redirect_uris].flat().flatMap((uri) => text(uri)?.split(/\s+/) ?? []);
    if (name === undefined) throw invalid("Application name can't be blank");
    if (redirectUris.length === 0 || !redirectUris.every((uri) => URL.canParse(uri))) {
      throw invalid("Redirect URI must be an absolute URI.");
    }
    const scopes = splitScopes(text(values.scopes) ?? "read");
    if (!scopes.every((wanted) => KNOWN_SCOPES.includes(wanted))) throw invalid("Scopes doesn't match configured on the server.");
    const clientId = randomBytes(32).toString("base64url");
    const secret = randomBytes(32).toString("base64url");
    const website = text(values.website) ?? null;
    await insert(world, "app", clientId, { name, website, redirect_uris: redirectUris, scopes, client_secret: secret });
    return {
      id: await world.objects.nextId(),
      name,
      website,
      scopes,
      redirect_uri: redirectUris.join("\n"),
      redirect_uris: redirectUris,
      client_id: clientId,
      client_secret: secret,
      client_secret_expires_at: 0,
      vapid_key: "",
    };
  });

  scope.post("/oauth/token", async (request) => {
    const { values } = await readFields(request);
    const app = await authenticatedApp(world, request, values);
    if (values.grant_type !== "authorization_code") {
      throw refusal(400, "unsupported_grant_type", "The authorization grant type is not supported by the authorization server.");
    }
    const code = await exchangedCode(world, app, values);
    const token = await issueToken(world, { accountId: code.account_id, scopes: code.scopes, appName: app.name, appId: app.id });
    const createdAt = Math.floor(toEpochMilliseconds(world.now()) / 1000);
    return { access_token: token, token_type: "Bearer", scope: code.scopes.join(" "), created_at: createdAt };
  });

  scope.post("/oauth/revoke", async (request) => {
    const { values } = await readFields(request);
    const app = await authenticatedApp(world, request, values);
    const grant = await find(world, "token", text(values.token) ?? "");
    if (grant !== null && grant.app_id !== app.id) throw refusal(403, "unauthorized_client", "You are not authorized to revoke this token");
    if (grant !== null) await world.objects.delete("token", grant.id);
    return {};
  });

  scope.get("/oauth/userinfo", async (request) => {
    const { account } = await requireCaller(world, request, "profile");
    const profile = `${world.baseUrl}/@${account.username}`;
    return {
      iss: `${world.baseUrl}/`,
      sub: `${world.baseUrl}/users/${account.username}`,
      name: account.display_name,
      preferred_username: account.username,
      profile,
      picture: `${world.baseUrl}/avatars/original/missing.png`,
    };
  });
}

export function splitScopes(scopes: string): string[] {
  return scopes.split(/[\s+]+/).filter((scope) => scope !== "");
}

/** Whether every requested scope is one of the application's, or a narrower form of one. */
export function isWithin(scopes: readonly string[], app: Stored<"app">): boolean {
  return scopes.every((scope) => app.scopes.some((held) => held === scope || scope.startsWith(`${held}:`)));
}

export const DEFAULT_SCOPES = SCOPES.join(" ");

async function exchangedCode(world: SandboxWorld, app: Stored<"app">, values: Readonly<Record<string, unknown>>): Promise<Stored<"code">> {
  const refused = refusal(
    400,
    "invalid_grant",
    "The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.",
  );
  const code = await find(world, "code", text(values.code) ?? "");
  if (code === null || code.client_id !== app.id || code.redirect_uri !== values.redirect_uri) throw refused;
  if (toEpochMilliseconds(world.now()) > toEpochMilliseconds(code.createdAt) + CODE_SECONDS * 1000) throw refused;
  const challenge = createHash("sha256")
    .update(text(values.code_verifier) ?? "")
    .digest("base64url");
  if (code.code_challenge !== null && code.code_challenge !== challenge) throw refused;
  // Of two concurrent exchanges only one creates this document.
  if (!(await insert(world, "code_used", code.id, {}))) throw refused;
  return code;
}

async function authenticatedApp(
  world: SandboxWorld,
  request: FastifyRequest,
  values: Readonly<Record<string, unknown>>,
): Promise<Stored<"app">> {
  const { clientId, clientSecret } = basicIn(request) ?? {
    clientId: text(values.client_id) ?? "",
    clientSecret: text(values.client_secret) ?? "",
  };
  const app = await find(world, "app", clientId);
  if (app !== null && isSame(clientSecret, app.client_secret)) return app;
  throw refusal(
    401,
    "invalid_client",
    "Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.",
  );
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
