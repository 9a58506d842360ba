import { serverOf } from "../../connectors/api.ts";
import type { Account, Call, OutgoingPost, Published, PublishOutcome } from "../../connectors/connector.ts";
import type { Made } from "../../connectors/once/calls.ts";
import { postsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable, Halt, OnceFacts, Send } from "../../connectors/once/visible.ts";
import { searchPin } from "./look.ts";
import { planPost } from "./plan.ts";
import { progressOf } from "./progress.ts";
import { FAULT_LAST_LOOK_SECONDS, LOOK_SECONDS } from "./unverified.ts";
import { readyVideo } from "./video.ts";
import { pinCall } from "./visible.ts";
import type { Work } from "./work.ts";

/** Publishes a post as one pin on the channel's board. */
export const { publish, find } = postsBy(pinOf);

const FACTS: OnceFacts = {
  network: "Pinterest",
  looksSeconds: ({ open, faults }) =>
    open === "fault"
      ? [...LOOK_SECONDS.slice(0, -1), FAULT_LAST_LOOK_SECONDS[faults] ?? Math.max(...FAULT_LAST_LOOK_SECONDS)]
      : LOOK_SECONDS,
  faultsMax: FAULT_LAST_LOOK_SECONDS.length,
};

function pinOf(
  post: OutgoingPost,
  account: Account,
  call: Call,
): Deliverable | Extract<PublishOutcome, { kind: "rejected" | "unsuitable" }> {
  const plan = planPost(post);
  if (plan.kind !== "pin") return plan;
  const progress = progressOf(call.checkpoint);
  const work = { server: serverOf(account, call), call, progress, pin: plan.pin, boardId: account.remoteId };
  return {
    parts: [
      { names: { calls: "calls", made: "pin" }, facts: FACTS, ready: () => readyPin(work), look: (looking) => searchPin(work, looking) },
    ],
    present: (made) => publishedAs(work, made),
    startOver: () => progress.forgetStrikes(),
  };
}

async function readyPin(work: Work): Promise<Send | Halt> {
  const { video } = work.pin;
  const ready = video === null ? null : await readyVideo(work, video);
  return ready === null || typeof ready === "string" ? pinCall(work, ready) : ready;
}

function publishedAs({ call, pin: { note } }: Work, [made]: readonly Made[]): Published {
  const id = made?.id ?? "";
  return { kind: "published", remoteId: id, url: `${call.host("www")}/pin/${id}/`, ...(note === null ? {} : { note }) };
}
