import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import type { Config } from "../../ground/config.ts";
import type { Log } from "../../ground/observability/log.ts";

/**
 * Logs once when a proxy is in front that `ROSTRUM_TRUST_PROXY` does not list: all visitors then share one address and its rate
 * limit.
 */
export function noticeProxies(server: FastifyInstance, app: { readonly config: Pick<Config, "trustProxy">; readonly log: Log }): void {
  const trusted = app.config.trustProxy.map((range) => ipaddr.parseCIDR(range));
  let isSaid = false;
  server.addHook("onRequest", (request, _reply, done) => {
    done();
    const { remoteAddress } = request.socket;
    if (isSaid || request.headers["x-forwarded-for"] === undefined || remoteAddress === undefined) return;
    const address = ipaddr.process(remoteAddress);
    if (trusted.some((range) => address.kind() === range[0].kind() && address.match(range))) return;
    isSaid = true;
    app.log.warn({ event: "X-Forwarded-For ignored", address: address.toString(), reason: NOT_TRUSTED });
  });
}

const NOT_TRUSTED =
  "The header was sent by an address that is not in ROSTRUM_TRUST_PROXY. If that is your proxy, add it there: until then all of its visitors count as one address.";
