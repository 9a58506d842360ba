import assert from "node:assert/strict";
import type { Call, FindOutcome, OutgoingPost, PublishOutcome } from "../../../connectors/connector.ts";
import { memoryCheckpoint } from "../../../connectors/testing/call.ts";
import { instagram } from "../index.ts";
import type { Stage } from "./stage.ts";

const findOf = instagram.find ?? assert.fail("posts cannot be looked up");

type Outcome = PublishOutcome | FindOutcome;

/** One delivery, whose checkpoint outlives its attempts. `wrap` may change the call of each. */
export function delivery(stage: Stage, post: OutgoingPost, wrap: (call: Call) => Call = (call) => call) {
  const checkpoint = memoryCheckpoint();
  const call = () => wrap(stage.call(checkpoint));
  return {
    checkpoint,
    publish: () => instagram.publish(post, stage.account, call()),
    find: () => findOf(post, stage.account, call()),
  };
}
type Delivery = ReturnType<typeof delivery>;

const STEPS_MAX = 200;
const CUT_OFF_SECONDS = 30;

/** Goes on as the engine does, on a clock that is moved, until the delivery ends. A step that throws was killed. */
export async function drive(stage: Stage, one: Delivery): Promise<Outcome> {
  let step: () => Promise<Outcome> = one.publish;
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const outcome = await step().catch(() => null);
    if (outcome === null || ["unknown", "undecided", "notAsked"].includes(outcome.kind)) {
      const asked = outcome !== null && "retryAfterSeconds" in outcome ? (outcome.retryAfterSeconds ?? 0) : 0;
      stage.pass(Math.max(CUT_OFF_SECONDS, asked));
      step = one.find;
    } else if (outcome.kind === "pending") {
      stage.pass(outcome.checkAfterSeconds);
      step = one.publish;
    } else if (outcome.kind === "busy" || outcome.kind === "held") {
      stage.pass(outcome.retryAfterSeconds);
      step = one.publish;
    } else if (outcome.kind === "absent" || outcome.kind === "lost") step = one.publish;
    else return outcome;
  }
  throw new Error("The delivery did not end.");
}
