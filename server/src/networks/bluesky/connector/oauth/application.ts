import { createECDH, createHash, hkdfSync } from "node:crypto";
import { type ClientAuth, None, PrivateKeyJwt } from "openid-client";
import type { Json } from "../../../connectors/json.ts";
import type { Application, LogInRequest } from "../../../connectors/log-in.ts";

export const SCOPES = ["atproto", "transition:generic"] as const;
const CLIENT_NAME = "Rostrum";
const DOCUMENT_PATH = "/connect/bluesky/client.json";

/** Where the service is, and where people come back to. */
type Place = Pick<LogInRequest, "publicUrl" | "redirectUri">;

/**
 * The application's identity: the address of its document, or for a service on the person's own machine the `http://localhost` that
 * stands for such applications and says in its query what a document would: https://atproto.com/specs/oauth#clients (August 2026).
 */
export function clientIdOf({ publicUrl, redirectUri }: Place): string {
  const url = new URL(publicUrl);
  if (url.protocol === "https:") return `${publicUrl}${DOCUMENT_PATH}`;
  return `http://localhost?${new URLSearchParams({ redirect_uri: redirectUri, scope: SCOPES.join(" ") })}`;
}

/** Why people cannot log in at a service with this public address; null if they can. */
export function obstacleOf({ publicUrl }: Place): string | null {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol === "https:") return null;
  if (LOOPBACK.has(hostname)) return null;
  // Servers refuse the name, which other programs may answer to: RFC 8252, section 8.3.
  if (hostname === "localhost")
    return `Bluesky sends nobody back to localhost. Set the public URL to http://127.0.0.1:${port || "80"} instead.`;
  return "Bluesky's log-in needs a public https address. Connect the account with an app password instead.";
}

const LOOPBACK = new Set(["127.0.0.1", "[::1]"]);

/**
 * The document at `<public URL>/connect/bluesky/client.json`, which authorization servers fetch. With an application that has a
 * secret, the service proves who it is with a key derived from that, and log-ins last far longer.
 */
export function clientDocument(place: Place, application: Application | null): Json {
  const key = keyOf(application);
  return {
    client_id: clientIdOf(place),
    application_type: "web",
    client_name: CLIENT_NAME,
    client_uri: place.publicUrl,
    redirect_uris: [place.redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    scope: SCOPES.join(" "),
    dpop_bound_access_tokens: true,
    ...(key === null
      ? { token_endpoint_auth_method: "none" }
      : {
          token_endpoint_auth_method: "private_key_jwt",
          token_endpoint_auth_signing_alg: "ES256",
          jwks: { keys: [{ ...key.publicJwk, kid: key.kid, use: "sig", alg: "ES256" }] },
        }),
  };
}

/** How the application identifies itself to an authorization server. Applications without a document have no key. */
export async function authenticationOf(clientId: string, application: Application | null): Promise<ClientAuth> {
  const key = clientId.startsWith("https:") ? keyOf(application) : null;
  if (key === null) return None();
  const usage = { name: "ECDSA", namedCurve: "P-256" };
  return PrivateKeyJwt({ key: await crypto.subtle.importKey("jwk", key.privateJwk, usage, false, ["sign"]), kid: key.kid });
}

/** Whether log-ins as this application last as long as servers grant to those that prove who they are. */
export function provesItself(clientId: string, application: Application | null): boolean {
  return clientId.startsWith("https:") && keyOf(application) !== null;
}

interface Key {
  readonly kid: string;
  readonly publicJwk: { readonly kty: "EC"; readonly crv: "P-256"; readonly x: string; readonly y: string };
  readonly privateJwk: Key["publicJwk"] & { readonly d: string };
}

/** The order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * The same key for the same secret, because servers tie a log-in to the key with which it began. Derived as in FIPS 186-5, appendix
 * A.2.1: from 128 bits more than the order has, so that every key is as likely as any other.
 */
function keyOf(application: Application | null): Key | null {
  const secret = application?.clientSecret ?? null;
  if (secret === null || secret === "") return null;
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", "rostrum bluesky client key", 48));
  const scalar = (BigInt(`0x${bytes.toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const publicJwk = { kty: "EC", crv: "P-256", x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) } as const;
  const kid = createHash("sha256").update(JSON.stringify(publicJwk)).digest("base64url");
  return { kid, publicJwk, privateJwk: { ...publicJwk, d: base64url(d) } };
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
