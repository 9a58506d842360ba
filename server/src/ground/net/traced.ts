import { asPart, type Span } from "../spans.ts";
import type { CallReply, FetchFailure, Net } from "./net.ts";

/** A request is traced by its host alone: paths and queries hold ids, tokens and what people look for. */
export function traced(net: Omit<Net, typeof Symbol.asyncDispose>): Omit<Net, typeof Symbol.asyncDispose> {
  return {
    call: (request) => asRequest(request.method, request.url, () => net.call(request), tellReply),
    download: (url, options) => asRequest("GET", url, () => net.download(url, options), tellFetch),
    fetchDocument: (url, options) => asRequest("GET", url, () => net.fetchDocument(url, options), tellFetch),
  };
}

function asRequest<R>(method: string, address: string, work: () => Promise<R>, tell: (span: Span, reply: R) => void): Promise<R> {
  const url = URL.parse(address);
  const port = url === null || url.port === "" ? null : Number(url.port);
  const facts = { "http.request.method": method, "server.address": url?.hostname, "server.port": port };
  return asPart({ name: method, kind: "client", facts }, async (span) => {
    const reply = await work();
    if (span !== null) tell(span, reply);
    return reply;
  });
}

function tellReply(span: Span, reply: CallReply): void {
  if (reply.kind === "answered") tellStatus(span, reply.status);
  else span.fail(reply.kind);
}

function tellFetch(span: Span, reply: { readonly kind: "fetched"; readonly status?: number } | FetchFailure): void {
  if (reply.kind === "fetched") tellStatus(span, reply.status ?? 200);
  else if (reply.status === undefined) span.fail(reply.cause);
  else tellStatus(span, reply.status);
}

function tellStatus(span: Span, status: number): void {
  span.tell({ "http.response.status_code": status });
  if (status >= 400) span.fail(String(status));
}
