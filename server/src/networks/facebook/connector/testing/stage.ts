import type { CallRequest } from "../../../../ground/net/net.ts";
import type { Account, OutgoingPost, PublishOutcome } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import { connected, memoryCheckpoint } from "../../../connectors/testing/call.ts";
import { openNetwork, type TestNetwork } from "../../../connectors/testing/network.ts";
import { facebookSandboxWith } from "../../sandbox/index.ts";
import { facebook } from "../index.ts";

/** Facebook, and a Page on it that the connector is connected to. */
export interface Stage extends TestNetwork {
  readonly account: Account;
  settings(values: Record<string, Json>): Promise<void>;
  connected(credentials: Json): Promise<Account>;
  /** The requests made so far whose method and path match. */
  made(pattern: RegExp): readonly CallRequest[];
}

export async function openStage(): Promise<Stage> {
  const network = await openNetwork(facebookSandboxWith(null));
  const connect = (credentials: Json) => connected(facebook, credentials, network.call());
  return {
    ...network,
    connected: connect,
    account: await connect(network.credentials),
    settings: (values) => network.world.objects.put("settings", "facebook", values),
    made: (pattern) => network.exchanges.map(({ request }) => request).filter(({ method, url }) => pattern.test(`${method} ${url}`)),
  };
}

/** The network's envelope for a refusal. */
export function refusal(code: number, subcode?: number): { error: Record<string, unknown> } {
  const error = { message: "Refused in a test", type: "OAuthException", code, fbtrace_id: "A1" };
  return { error: subcode === undefined ? error : { ...error, error_subcode: subcode } };
}

/** What Facebook answers in an outage, whether the call has had its effect or not. */
export const OUTAGE = { status: 500, body: refusal(2) };

/** One delivery, whose checkpoint outlives its attempts, as the engine runs it. */
export function delivery(stage: Stage, post: OutgoingPost) {
  const checkpoint = memoryCheckpoint();
  const call = () => stage.call(checkpoint);
  const { publish, find } = facebook;
  if (find === undefined) throw new Error("the connector lacks its means");
  return {
    checkpoint,
    publish: () => publish(post, stage.account, call()),
    find: () => find(post, stage.account, call()),
    firstPart: () => facebook.firstPart?.(post, stage.account, call()),
    /** Checks, with time passing, as long as the network is processing. */
    async published() {
      let outcome: PublishOutcome = await publish(post, stage.account, call());
      for (let round = 0; round < 30 && outcome.kind === "pending"; round += 1) {
        stage.pass(outcome.checkAfterSeconds);
        outcome = await publish(post, stage.account, call());
      }
      return outcome;
    },
    /** Looks up, with time passing, until it is settled or the network has been silent for an hour. */
    async found() {
      let outcome = await find(post, stage.account, call());
      for (const seconds of [10, 30, 120, 300, 600, 1800]) {
        if (outcome.kind !== "undecided" && outcome.kind !== "notAsked") break;
        stage.pass(seconds);
        outcome = await find(post, stage.account, call());
      }
      return outcome;
    },
  };
}
