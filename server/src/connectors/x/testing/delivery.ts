import type { CallRequest } from "../../../net/net.ts";
import type { Account, Call, CheckOutcome, Checkpoint, FindOutcome, OutgoingComment, OutgoingPost } from "../../connector.ts";
import { memoryCheckpoint } from "../../testing/call.ts";
import { x } from "../index.ts";
import type { Stage } from "./stage.ts";

type Outcome = CheckOutcome | FindOutcome | { readonly kind: "killed" };

/** One delivery, whose checkpoint outlives its attempts. */
export interface Delivery {
  publish(): Promise<CheckOutcome>;
  check(): Promise<CheckOutcome>;
  find(): Promise<FindOutcome>;
  /** Goes on as the engine does until the delivery ends; the clock moves as far as each outcome asks. */
  toEnd(): Promise<Outcome>;
  /** The outcomes so far. */
  readonly outcomes: Outcome[];
}

class Killed extends Error {}

/** Counts the steps of all attempts, and kills the one that makes the step with this number. */
export interface Kill {
  readonly at: number;
  steps: number;
}

/** The engine waits so long before it looks a post up, and before it publishes again. */
const LOOK_SECONDS = 31;
const AGAIN_SECONDS = 15;
const STEPS_MAX = 300;

type Order = OutgoingPost | OutgoingComment;

export function deliver(stage: Stage, order: Order, { account = stage.account, kill }: { account?: Account; kill?: Kill } = {}): Delivery {
  const checkpoint = memoryCheckpoint();
  const outcomes: Outcome[] = [];
  const call = () => killable(stage.call(checkpoint), kill);
  const kept = async <T extends Outcome>(outcome: Promise<T> | undefined): Promise<T> => {
    if (outcome === undefined) throw new Error("The connector lacks a function.");
    const made = await outcome;
    outcomes.push(made);
    return made;
  };
  const comment = "remoteId" in order ? order : null;
  const post = "remoteId" in order ? null : order;
  const publish = () =>
    kept<CheckOutcome>(
      comment === null ? (post === null ? undefined : x.publish(post, account, call())) : x.comment?.(comment, account, call()),
    );
  const steps = {
    publish,
    check: () => (post === null ? publish() : kept(x.check?.("", post, account, call()))),
    find: () =>
      kept(comment === null ? (post === null ? undefined : x.find?.(post, account, call())) : x.findComment?.(comment, account, call())),
  };
  return {
    ...steps,
    outcomes,
    async toEnd() {
      let next: keyof typeof steps = "publish";
      for (let step = 0; step < STEPS_MAX; step += 1) {
        const outcome: Outcome = await steps[next]().catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return { kind: "killed" } as const;
        });
        const after = nextOf(outcome, next === "check" ? "check" : "publish");
        if (after === null) return outcome;
        stage.pass(after.seconds);
        next = after.step;
      }
      throw new Error("the delivery does not end");
    },
  };
}

/** What follows an outcome; `again` is the step that is repeated when the network is busy. */
function nextOf(outcome: Outcome, again: "publish" | "check"): { step: "publish" | "check" | "find"; seconds: number } | null {
  switch (outcome.kind) {
    case "pending":
      return { step: "check", seconds: outcome.checkAfterSeconds };
    case "notAsked":
      return { step: "check", seconds: outcome.retryAfterSeconds };
    case "busy":
    case "held":
      return { step: again, seconds: outcome.retryAfterSeconds };
    case "unknown":
    case "undecided":
      return { step: "find", seconds: Math.max(LOOK_SECONDS, outcome.retryAfterSeconds ?? 0) };
    case "killed":
      return { step: "find", seconds: LOOK_SECONDS };
    case "absent":
    case "lost":
      return { step: "publish", seconds: AGAIN_SECONDS };
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
