import type { Exchange } from "../../../connectors/testing/network.ts";
import type { Stage } from "./stage.ts";

/** The requests that can create or publish something, in order: `TEXT text=One reply_to_id=…`, then `publish`. */
export function writes({ exchanges }: Stage): string[] {
  return exchanges.filter(({ request }) => request.method === "POST").map(lineOf);
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/^\/sandbox\/threads(\/v1\.0)?/, "");
}

/** The parameters of a request, from its query and its form. */
export function parametersOf({ request }: Exchange): Record<string, string> {
  const form = typeof request.body === "string" ? new URLSearchParams(request.body) : new URLSearchParams();
  return Object.fromEntries([...new URL(request.url).searchParams, ...form]);
}

function lineOf(exchange: Exchange): string {
  if (pathOf(exchange.request.url) === "/me/threads_publish") return "publish";
  const { media_type, ...fields } = parametersOf(exchange);
  return [media_type ?? pathOf(exchange.request.url), ...Object.entries(fields).map(([name, value]) => `${name}=${value}`)].join(" ");
}
