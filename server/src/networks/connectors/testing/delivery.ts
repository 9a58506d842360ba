import type { CallRequest } from "../../../ground/net/net.ts";
import type {
  Account,
  Call,
  Checkpoint,
  Connector,
  FindOutcome,
  Located,
  OutgoingComment,
  OutgoingPost,
  PublishOutcome,
} from "../connector.ts";
import type { Json } from "../json.ts";
import { memoryCheckpoint } from "./call.ts";

export type Outcome = PublishOutcome | FindOutcome | { readonly kind: "killed" };
export type Step = "publish" | "find";

/** One delivery, whose checkpoint outlives its attempts. */
export interface Delivery {
  publish(): Promise<PublishOutcome>;
  /** As `publish`, for the first time since somebody had it tried again. */
  tryAgain(): Promise<PublishOutcome>;
  find(): Promise<FindOutcome>;
  /** What the engine is told about a part of it that readers see; of a post alone. */
  firstPart(): Located | null;
  /** Goes on as the engine does until the delivery ends; the clock moves as far as each outcome asks. */
  toEnd(begin?: Step): Promise<Outcome>;
  readonly checkpoint: Checkpoint;
  readonly outcomes: Outcome[];
  /** The kinds of all outcomes so far. */
  readonly path: string[];
}

/** Counts the steps of all attempts, and kills the one that makes the step with this number. */
export interface Kill {
  readonly at: number;
  steps: number;
}

class Killed extends Error {}

/** The engine waits so long before it looks a post up, and before it publishes again what never arrived. */
const LOOK_SECONDS = 31;
const AGAIN_SECONDS = 15;
const STEPS_MAX = 300;

/** Where the delivery takes place. */
export interface Place {
  readonly account: Account;
  call(checkpoint: Checkpoint): Call;
  /** Moves the clock. */
  pass(seconds: number): void;
}

export function deliverBy(
  connector: Connector,
  order: OutgoingPost | OutgoingComment,
  place: Place & {
    readonly kill?: Kill | undefined;
    /** Of the same delivery earlier, when the account was another. */
    readonly checkpoint?: Checkpoint | undefined;
  },
): Delivery {
  const { account, kill, checkpoint = memoryCheckpoint() } = place;
  const outcomes: Outcome[] = [];
  let unstored = new Map<string, Json>();
  const call = () => {
    // What an attempt has noted is lost with it, unless it comes to its end.
    unstored = new Map();
    return killable(place.call(noting(checkpoint, unstored)), kill);
  };
  const kept = async <T extends Outcome>(outcome: Promise<T> | undefined): Promise<T> => {
    if (outcome === undefined) throw new Error("the connector has no such step");
    const made = await outcome;
    for (const [name, value] of unstored) await checkpoint.set(name, value);
    outcomes.push(made);
    return made;
  };
  const steps = "remoteId" in order ? stepsOfComment(order) : stepsOfPost(order);

  function stepsOfPost(post: OutgoingPost) {
    return {
      publish: () => kept<PublishOutcome>(connector.publish(post, account, call())),
      tryAgain: () => kept<PublishOutcome>(connector.publish(post, account, { ...call(), startsOver: true })),
      find: () => kept(connector.find?.(post, account, call())),
      firstPart: () => connector.firstPart?.(post, account, place.call(checkpoint)) ?? null,
    };
  }

  function stepsOfComment(comment: OutgoingComment) {
    const publish = () => kept<PublishOutcome>(connector.comment?.(comment, account, call()));
    const tryAgain = () => kept<PublishOutcome>(connector.comment?.(comment, account, { ...call(), startsOver: true }));
    return {
      publish,
      tryAgain,
      find: () => kept(connector.findComment?.(comment, account, call())),
      firstPart: () => null,
    };
  }

  return {
    ...steps,
    checkpoint,
    outcomes,
    get path() {
      return outcomes.map(({ kind }) => kind);
    },
    async toEnd(begin = "publish") {
      let next: Step = begin;
      for (let step = 0; step < STEPS_MAX; step += 1) {
        const outcome: Outcome = await steps[next]().catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
          return { kind: "killed" } as const;
        });
        const after = nextOf(outcome, next);
        if (after === null) return outcome;
        place.pass(after.seconds);
        next = after.step;
      }
      throw new Error("the delivery does not end");
    },
  };
}

/** What follows an outcome of a step, by the engine's rules; null once the delivery has ended. */
function nextOf(outcome: Outcome, step: Step): { readonly step: Step; readonly seconds: number } | null {
  switch (outcome.kind) {
    case "pending":
      return { step: "publish", seconds: outcome.checkAfterSeconds };
    case "notAsked":
      return { step, seconds: Math.max(step === "find" ? LOOK_SECONDS : 0, outcome.retryAfterSeconds) };
    case "busy":
    case "held":
      return { step: "publish", seconds: outcome.retryAfterSeconds };
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

/** Keeps notes until something else is stored, as the engine does. */
function noting(checkpoint: Checkpoint, unstored: Map<string, Json>): Checkpoint {
  const storing = async (store: () => Promise<void>) => {
    for (const [name, value] of unstored) await checkpoint.set(name, value);
    unstored.clear();
    await store();
  };
  return {
    get: (name) => (unstored.has(name) ? unstored.get(name) : checkpoint.get(name)),
    set: (name, value) => storing(() => checkpoint.set(name, value)),
    keep: (name, value) => storing(() => checkpoint.keep(name, value)),
    note: (name, value) => void unstored.set(name, value),
    seal: (name, value) => storing(() => checkpoint.seal(name, value)),
  };
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
    note: (name, value) => call.checkpoint.note(name, value),
    set: (name, value) => around(() => call.checkpoint.set(name, value)),
    keep: (name, value) => around(() => call.checkpoint.keep(name, value)),
    seal: (name, value) => around(() => call.checkpoint.seal(name, value)),
  };
  const net = { ...call.net, call: (request: CallRequest) => around(() => call.net.call(request)) };
  return { ...call, checkpoint, net };
}
