import type { Connector } from "../../connectors/connector.ts";
import { HOSTS } from "./api.ts";
import { connect } from "./connect.ts";
import { counts } from "./counts.ts";
import { logIn } from "./log-in.ts";
import { find, publish } from "./publish.ts";
import { show } from "./show.ts";

/**
 * A channel is a board; the grant is the account that it belongs to. One call makes a pin, and Pinterest knows no idempotency key.
 * That a call begins is checkpointed before it, and one without an answer is settled by reading the board and all pins of the
 * account, several times over a quarter of an hour; only then, and only once, is it repeated.
 */
export const pinterest: Connector = {
  type: "Pinterest",
  hosts: HOSTS,
  // Images can be sent, so nothing depends on the public address: no `fetchesMedia`.
  hasAccountRecord: true,
  logIns: [logIn],
  connect,
  publish,
  find,
  counts,
  countedTogether: () => 1,
  show,
};
