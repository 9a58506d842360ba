import type { Exchange } from "../../../connectors/testing/network.ts";
import type { Stage } from "./stage.ts";

/** The path below the network, without a query. */
export function pathOf({ request }: Exchange): string {
  return new URL(request.url).pathname.replace("/sandbox/x", "");
}

/** The bodies of all requests that create a post, in order. */
export function creations({ exchanges }: Stage): unknown[] {
  return exchanges
    .filter((exchange) => exchange.request.method === "POST" && pathOf(exchange) === "/2/tweets")
    .map(({ request }) => JSON.parse(String(request.body)));
}

/** The queries of all lookups, in order. */
export function lookups({ exchanges, account }: Stage): Record<string, string>[] {
  return exchanges
    .filter((exchange) => pathOf(exchange) === `/2/users/${account.remoteId}/tweets`)
    .map(({ request }) => Object.fromEntries(new URL(request.url).searchParams));
}

/** Method and path of all requests, ids as `{id}`. */
export function lines({ exchanges }: Stage): string[] {
  return exchanges.map((exchange) => `${exchange.request.method} ${pathOf(exchange).replace(/\/\d{6,}(?=\/|$)/, "/{id}")}`);
}
