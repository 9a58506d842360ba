import type { FastifyInstance } from "fastify";

/** What happens to the next request for a method, or to an address of the authorization server such as `oauth/token`, once. */
export type Fault = { readonly method: string } & (
  | { readonly kind: "reply"; readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  /** The request is carried out, but the response is lost. */
  | { readonly kind: "cutAfter" }
);

export function startFaults(app: FastifyInstance): { called: string[]; fault(fault: Fault): void } {
  const called: string[] = [];
  const faults: Fault[] = [];
  const take = (url: string, kind: Fault["kind"]): Fault | undefined => {
    const index = faults.findIndex(
      (fault) => fault.kind === kind && url.includes(fault.method.includes("/") ? `/${fault.method}` : `/xrpc/${fault.method}`),
    );
    return index === -1 ? undefined : faults.splice(index, 1)[0];
  };
  app.addHook("onRequest", async (request, reply) => {
    const method = /\/xrpc\/([\w.]+)/.exec(request.url)?.[1] ?? /\/(oauth\/(?:par|token|revoke))/.exec(request.url)?.[1];
    if (method !== undefined) called.push(method);
    const fault = take(request.url, "reply");
    if (fault?.kind !== "reply") return;
    await reply
      .status(fault.status)
      .headers(fault.headers ?? {})
      .send(fault.body ?? {});
  });
  app.addHook("onSend", async (request, _reply, payload) => {
    if (take(request.url, "cutAfter") !== undefined) request.raw.socket.destroy();
    return payload;
  });
  return { called, fault: (fault) => faults.push(fault) };
}
