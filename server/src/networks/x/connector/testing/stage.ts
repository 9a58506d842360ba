import type { Account, BudgetHold, Call, Checkpoint } from "../../../connectors/connector.ts";
import type { Json } from "../../../connectors/json.ts";
import { connected } from "../../../connectors/testing/call.ts";
import { openNetwork, type TestNetwork } from "../../../connectors/testing/network.ts";
import type { SandboxReaction } from "../../../sandbox/network.ts";
import { xSandbox } from "../../sandbox/index.ts";
import { x } from "../index.ts";

/** An X on a 127.0.0.1 port, and an account on it that the connector is connected to. */
export interface Stage extends TestNetwork {
  readonly account: Account;
  /** What was reserved, in order. */
  readonly spent: Readonly<Record<string, number>>[];
  /** The budget that is used up from now on; null if none is. */
  exhaust(hold: BudgetHold | null): void;
  /** The account as it would be after connecting it again now. */
  reconnected(): Promise<Account>;
  /** How the network behaves: see `settings.ts` of the sandbox network. */
  settings(values: Readonly<Record<string, Json>>): Promise<void>;
  react(postId: string, reaction: SandboxReaction): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const network = await openNetwork(xSandbox);
  const { world, credentials } = network;
  let hold: BudgetHold | null = null;
  const spent: Readonly<Record<string, number>>[] = [];
  const spend: Call["spend"] = async (amounts) => {
    if (hold === null) spent.push(amounts);
    return hold;
  };
  const call = (checkpoint?: Checkpoint): Call => ({ ...network.call(checkpoint), spend });
  return {
    ...network,
    spent,
    call,
    account: await connected(x, credentials, call()),
    reconnected: () => connected(x, credentials, call()),
    exhaust(next) {
      hold = next;
    },
    settings: (values) => world.objects.put("settings", "server", values),
    react: (postId, reaction) => xSandbox.react(world, postId, reaction),
  };
}
