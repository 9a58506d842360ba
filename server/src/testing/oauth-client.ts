import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { serve } from "../ground/net/testing/servers.ts";

/** The official client as used by a desktop app: it waits for the redirect on a port of its own. */
export interface OAuthClient extends AsyncDisposable {
  readonly client: Client;
  readonly tokens: () => StoredOAuthTokens | undefined;
  /** Calls the tool server, is refused, and returns the URL the user has to open. */
  begin(): Promise<URL>;
  /** Waits until the user's browser has brought the answer, exchanges it, and connects. */
  finish(): Promise<void>;
}

export const CLIENT_NAME = "Sous-chef";

export async function anOAuthClient(url: string): Promise<OAuthClient> {
  const answer = Promise.withResolvers<URLSearchParams>();
  const listener = await serve((request, response) => {
    const asked = new URL(request.url ?? "", "http://here");
    if (asked.pathname !== "/callback") return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Done</title><p>You may close this window.");
    answer.resolve(asked.searchParams);
  });
  const memory = remembering(`${listener.origin}/callback`);
  const transportOf = () => new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: memory.provider });
  const client = new Client({ name: CLIENT_NAME, version: "1" });
  const first = transportOf();
  return {
    client,
    tokens: memory.tokens,
    async begin() {
      const refusal = await client.connect(first).then(
        () => null,
        (error: unknown) => error,
      );
      const address = memory.asked();
      if (!(refusal instanceof UnauthorizedError) || address === null)
        throw new Error("the tool server accepted a request without a token", { cause: refusal });
      return address;
    },
    async finish() {
      await first.finishAuth(await answer.promise);
      await client.connect(transportOf());
    },
    async [Symbol.asyncDispose]() {
      await client.close();
      await listener[Symbol.asyncDispose]();
    },
  };
}

/** What a program keeps of a server. */
function remembering(redirectUrl: string) {
  let information: StoredOAuthClientInformation | undefined;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = "";
  let asked: URL | null = null;
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: CLIENT_NAME, redirect_uris: [redirectUrl] },
    state: () => "state of the program",
    clientInformation: () => information,
    saveClientInformation(given) {
      information = given;
    },
    tokens: () => tokens,
    saveTokens(given) {
      tokens = given;
    },
    invalidateCredentials() {
      tokens = undefined;
    },
    redirectToAuthorization(address) {
      asked = address;
    },
    saveCodeVerifier(given) {
      verifier = given;
    },
    codeVerifier: () => verifier,
  };
  return { provider, tokens: () => tokens, asked: () => asked };
}
