import type { FastifyInstance } from "fastify";
import ipaddr from "ipaddr.js";
import type { Config } from "../config.ts";
import type { Log } from "../observability/log.ts";

/**
 * Says once that a proxy is in front which `ROSTRUM_TRUST_PROXY` does not name: all visitors count as one address then, and
 * some of them use up what the others may.
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
    app.log.warn({ event: "X-Forwarded-For is not believed", address: address.toString(), reason: NOT_TRUSTED });
  });
}

const NOT_TRUSTED =
  "It comes from an address that is not in ROSTRUM_TRUST_PROXY. If that is your proxy, name it there: until then all of its visitors count as one address.";
