import { isIP } from "node:net";
import type { App } from "../../app.ts";
import { createClassify } from "../../ground/net/address.ts";
import { checkUrl, hostOf } from "../../ground/net/url.ts";
import { refuse } from "../../ground/refusal.ts";

/**
 * The address as it is called, refused with 422 where it could never be: what can be told without looking anything up. The guard
 * decides for the rest, whenever a connection is opened.
 */
export function receiverAt({ config }: Pick<App, "config">, given: string): string {
  const allowed = config.allowPrivateNetworks;
  if (given.length > URL_LENGTH_MAX) refuseForm();
  const checked = checkUrl(given, { httpsOnly: false, localNames: allowed.length > 0 });
  if (checked.kind === "refused") {
    if (checked.reason === "local name") refusePrivate();
    refuseForm();
  }
  if (checked.url.href.length > URL_LENGTH_MAX) refuseForm();
  const host = hostOf(checked.url);
  const isLiteral = isIP(host) !== 0;
  const verdict = isLiteral ? createClassify(allowed)(host) : allowed.length > 0 ? "allowed" : "public";
  if (verdict === "refused") refusePrivate();
  if (checked.url.protocol !== "https:" && verdict === "public") refuse(422, "url", "The url must be an https address.");
  if (verdict === "public" && checked.url.port !== "") refuse(422, "url", "The url must use the port 443, which https has by itself.");
  return checked.url.href;
}

const URL_LENGTH_MAX = 2048;

function refuseForm(): never {
  refuse(422, "url", "The url must be an address without a user name and password in it, and not longer than 2,048 characters.");
}

function refusePrivate(): never {
  refuse(422, "url", "The url is on a private network. The operator can allow it with ROSTRUM_ALLOW_PRIVATE_NETWORKS.");
}
