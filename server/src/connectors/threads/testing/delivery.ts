import type { CallRequest } from "../../../net/net.ts";
import type { Call, CheckOutcome, Checkpoint, FindOutcome, OutgoingComment, OutgoingPost } from "../../connector.ts";
import { memoryCheckpoint } from "../../testing/call.ts";
import { threads } from "../index.ts";
import type { Stage } from "./stage.ts";

type Outcome = CheckOutcome | FindOutcome | { readonly kind: "killed" };

/** One delivery, whose checkpoint outlives its attempts. */
export interface Delivery {
  publish(): Promise<CheckOutcome>;
  check(): Promise<CheckOutcome>;
  find(): Promise<FindOutcome>;
  /** Goes on as the engine does until the delivery ends; the clock moves as far as each outcome asks. */
  toEnd(): Promise<Outcome>;
  /** The kinds of all outcomes so far. */
  readonly path: string[];
  /** The outcomes themselves. */
  readonly outcomes: Outcome[];
}

class Killed extends Error {}

/** Counts the steps of all attempts, and kills the one that makes the step with this number. */
export interface Kill {
  readonly at: number;
  steps: number;
}

/** The engine waits so long before it looks a post up. */
const LOOK_SECONDS = 31;
const STEPS_MAX = 300;

export function deliver(stage: Stage, order: OutgoingPost | OutgoingComment, kill?: Kill): Delivery {
  const checkpoint = memoryCheckpoint();
  const outcomes: Outcome[] = [];
  const call = () => killable(stage.call(checkpoint), kill);
  const kept = async <T extends Outcome>(outcome: Promise<T>): Promise<T> => {
    const made = await outcome;
    outcomes.push(made);
    return made;
  };
  const { account } = stage;
  const isComment = "remoteId" in order;
  const publish = () => kept(isComment ? commentOn(order, call()) : threads.publish(order, account, call()));
  const commentOn = (comment: OutgoingComment, call: Call): Promise<CheckOutcome> =>
    threads.comment?.(comment, account, call) ?? Promise.reject(new Error("no comments"));
  const check = () =>
    kept(isComment ? commentOn(order, call()) : (threads.check?.("", order, account, call()) ?? Promise.reject(new Error("no check"))));
  const find = () => {
    const found = isComment ? threads.findComment?.(order, account, call()) : threads.find?.(order, account, call());
    return kept(found ?? Promise.reject(new Error("no lookup")));
  };
  const steps = { publish, check, find };
  return {
    ...steps,
    outcomes,
    get path() {
      return outcomes.map(({ kind }) => kind);
    },
    async toEnd() {
      let isLive = false;
      let next: keyof typeof steps = "publish";
      for (let step = 0; step < STEPS_MAX; step += 1) {
        const outcome: Outcome = await steps[next]().catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return { kind: "killed" } as const;
        });
        if (outcome.kind === "pending") isLive = outcome.live === "maybe";
        const after = nextOf(outcome, next === "check" && isLive ? "check" : "publish");
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
      return { step: "publish", seconds: 15 };
    default:
      return null;
  }
}

/** Four places of death around each request and each checkpoint: before and after it took effect. */
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
