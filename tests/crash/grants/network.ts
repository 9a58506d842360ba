import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Instant } from "@rostrum/contract/formats.ts";
import { Families } from "./families.ts";
import { KEEPER_HEADER } from "./words.ts";

/** A renewal that the network has in hand. */
export interface Renewal {
  readonly keeper: string;
  /** The refresh token that came. */
  readonly refresh: string;
}

/** What happens to renewals on the network's side; the network goes on when it resolves. */
export interface RenewalWatch {
  arrived(renewal: Renewal): Promise<"carry out" | "drop">;
  rotated(renewal: Renewal): Promise<"answer" | "hang up">;
}

/** The token server in the harness's own process: like a real network, it outlives the service. */
export interface TokenNetwork extends AsyncDisposable {
  readonly url: string;
  readonly families: Families;
  watch: RenewalWatch;
  /** Whether it has no request in hand. */
  isIdle(): boolean;
}

const UNDISTURBED: RenewalWatch = { arrived: async () => "carry out", rotated: async () => "answer" };

export async function openTokenNetwork(now: () => Instant): Promise<TokenNetwork> {
  const families = new Families(now);
  let inHand = 0;
  const server = createServer((request, response) => {
    inHand += 1;
    answer(network, request, response)
      .catch(() => response.destroy())
      .finally(() => {
        inHand -= 1;
      });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const network: TokenNetwork = {
    url: `http://127.0.0.1:${port}`,
    families,
    watch: UNDISTURBED,
    isIdle: () => inHand === 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return network;
}

async function answer({ families, watch }: TokenNetwork, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const access = request.headers.authorization?.slice("Bearer ".length) ?? "";
  if (request.url === "/me") return reply(response, families.accepts(access) ? 200 : 401, {});
  if (request.url === "/use") return reply(response, families.use(access) ? 200 : 401, {});
  // A request that has arrived is carried out even if whoever sent it is gone.
  const refresh = await text(request);
  const renewal = { keeper: String(request.headers[KEEPER_HEADER]), refresh };
  if ((await watch.arrived(renewal)) === "drop") return void response.destroy();
  const tokens = families.renew(refresh);
  if ((await watch.rotated(renewal)) === "hang up") return void response.destroy();
  reply(response, tokens === null ? 400 : 200, tokens ?? { error: "invalid_grant" });
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
