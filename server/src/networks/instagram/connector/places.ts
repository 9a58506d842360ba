import type { Connector } from "../../connectors/connector.ts";
import { findPlaces } from "../../connectors/meta/places.ts";
import { FACEBOOK_HOSTS, viaOf } from "./session.ts";

/** Places are Facebook's: a log-in at Instagram itself does not reach them. */
export const places: NonNullable<Connector["places"]> = async (search, account, call) =>
  viaOf(account.settings) === "facebook"
    ? findPlaces(search, account, call, FACEBOOK_HOSTS)
    : { kind: "failed", reason: "Places cannot be searched for with a log-in at Instagram itself: connect the account through Facebook." };
