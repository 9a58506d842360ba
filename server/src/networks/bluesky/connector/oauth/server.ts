import { z } from "zod";
import type { LogInCall } from "../../../connectors/log-in.ts";
import type { OAuthClient } from "../../../connectors/oauth/client.ts";
import { serverAddress } from "../addresses.ts";
import { type Unknown, unknownOf } from "../identity.ts";
import { listAt } from "../json.ts";
import { type Caller, read } from "../xrpc.ts";
import { authenticationOf } from "./application.ts";
import { learnNonce } from "./proof.ts";

/** What an authorization server must offer: https://atproto.com/specs/oauth#authorization-servers (August 2026). */
const Metadata = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  pushed_authorization_request_endpoint: z.url(),
  revocation_endpoint: z.url().exactOptional(),
  authorization_response_iss_parameter_supported: z.literal(true),
  code_challenge_methods_supported: z.array(z.string()).refine((methods) => methods.includes("S256")),
  dpop_signing_alg_values_supported: z.array(z.string()).refine((algorithms) => algorithms.includes("ES256")),
});

/** The issuer of the tokens that an account's server takes. One without the document may be an authorization server itself. */
export async function issuerFor(pds: string, call: Caller): Promise<string | Unknown> {
  const reply = await read(call, `${pds}/.well-known/oauth-protected-resource`);
  if (reply.kind === "refused" && reply.status === 404) return pds;
  if (reply.kind !== "ok") return unknownOf(reply);
  const [issuer] = listAt(reply.body, "authorization_servers");
  const accepted = typeof issuer === "string" ? acceptable(issuer, call) : null;
  return accepted ?? { kind: "refused", reason: "Bluesky: the account's server names no server to log in at." };
}

/** The application at the authorization server as it is now: its addresses may change while a grant lasts. */
export async function clientAt(
  { issuer, clientId }: { readonly issuer: string; readonly clientId: string },
  call: LogInCall,
): Promise<OAuthClient | Unknown> {
  const server = await readServer(issuer, call);
  if ("kind" in server) return server;
  return {
    server,
    clientId,
    authentication: await authenticationOf(clientId, call.application),
    call,
    onReply: learnNonce,
    isNamed: true,
  };
}

async function readServer(issuer: string, call: Caller): Promise<z.output<typeof Metadata> | Unknown> {
  const reply = await read(call, `${issuer}/.well-known/oauth-authorization-server`);
  if (reply.kind !== "ok") return unknownOf(reply);
  const metadata = Metadata.safeParse(reply.body);
  // The document must be about the server that was asked, or any server could speak for another.
  if (metadata.success && metadata.data.issuer === issuer) return metadata.data;
  return { kind: "refused", reason: "Bluesky: the server does not offer a log-in as the network describes it." };
}

/** An address that replaces the network's need not be https, but must not lead elsewhere. */
function acceptable(issuer: string, { baseUrl }: Caller): string | null {
  if (baseUrl === null) return serverAddress(issuer);
  return URL.canParse(issuer) && new URL(issuer).origin === new URL(baseUrl).origin ? issuer : null;
}
