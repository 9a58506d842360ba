import type { CallRequest } from "../../../net/net.ts";
import type { Call, CheckOutcome, Checkpoint, FindOutcome, OutgoingPost } from "../../connector.ts";
import { memoryCheckpoint } from "../../testing/call.ts";
import { pinterest } from "../index.ts";
import { PIN_CALL, type Stage } from "./stage.ts";

export type Outcome = CheckOutcome | FindOutcome | { readonly kind: "killed" };

/** One delivery, whose checkpoint outlives its attempts. */
export interface Delivery {
  publish(): Promise<CheckOutcome>;
  check(): Promise<CheckOutcome>;
  find(): Promise<FindOutcome>;
  /** Goes on as the engine does until the delivery ends; the clock moves as far as each outcome asks. */
  toEnd(begin?: "publish" | "find"): Promise<Outcome>;
  readonly checkpoint: Checkpoint;
  readonly outcomes: Outcome[];
}

/** Counts the steps of all attempts, and kills the one that makes the step with this number. */
export interface Kill {
  readonly at: number;
  steps: number;
}

class Killed extends Error {}

/** The engine waits so long before it looks a post up. */
const LOOK_SECONDS = 31;
const STEPS_MAX = 100;

export function deliver(stage: Stage, post: OutgoingPost, kill?: Kill): Delivery {
  const checkpoint = memoryCheckpoint();
  const outcomes: Outcome[] = [];
  const { account } = stage;
  const call = () => killable(stage.call(checkpoint), kill);
  const kept = async <T extends Outcome>(outcome: Promise<T> | undefined): Promise<T> => {
    if (outcome === undefined) throw new Error("the connector has no such step");
    const made = await outcome;
    outcomes.push(made);
    return made;
  };
  const steps = {
    publish: () => kept<CheckOutcome>(pinterest.publish(post, account, call())),
    check: () => kept(pinterest.check?.("", post, account, call())),
    find: () => kept(pinterest.find?.(post, account, call())),
  };
  return {
    ...steps,
    checkpoint,
    outcomes,
    async toEnd(begin = "publish") {
      let next: keyof typeof steps = begin;
      for (let step = 0; step < STEPS_MAX; step += 1) {
        const outcome: Outcome = await steps[next]().catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return { kind: "killed" } as const;
        });
        const after = nextOf(outcome);
        if (after === null) return outcome;
        stage.pass(after.seconds);
        next = after.step;
      }
      throw new Error("the delivery does not end");
    },
  };
}

/** The requests that make a pin, as their JSON. */
export function pinCalls({ exchanges }: Stage): Readonly<Record<string, unknown>>[] {
  return exchanges
    .filter(({ request: { method, url } }) => method === PIN_CALL.method && PIN_CALL.path.test(new URL(url).pathname))
    .map(({ request: { body } }) => JSON.parse(typeof body === "string" ? body : Buffer.from(body as Uint8Array).toString()));
}

function nextOf(outcome: Outcome): { step: "publish" | "check" | "find"; seconds: number } | null {
  switch (outcome.kind) {
    case "pending":
      return { step: "check", seconds: outcome.checkAfterSeconds };
    case "busy":
    case "held":
      return { step: "publish", seconds: outcome.retryAfterSeconds };
    case "unknown":
    case "undecided":
    case "notAsked":
      return { step: "find", seconds: Math.max(LOOK_SECONDS, outcome.retryAfterSeconds ?? 0) };
    case "killed":
      return { step: "find", seconds: LOOK_SECONDS };
    case "absent":
      return { step: "publish", seconds: 15 };
    default:
      return null;
  }
}

/** Two places of death around each request and each checkpoint: before and after it took effect. */
function killable(call: Call, kill: Kill | undefined): Call {
  if (kill === undefined) return call;
  const passes = () => {
    kill.steps += 1;
    if (kill.steps === kill.at) throw new Killed();
  };
  const around = async <T>(act: () => Promise<T>): Promise<T> => {
    passes();
    const result = await act();
    passes();
    return result;
  };
  const checkpoint: Checkpoint = {
    get: (name) => call.checkpoint.get(name),
    set: (name, value) => around(() => call.checkpoint.set(name, value)),
    seal: (name, value) => around(() => call.checkpoint.seal(name, value)),
  };
  const net = { ...call.net, call: (request: CallRequest) => around(() => call.net.call(request)) };
  return { ...call, checkpoint, net };
}
