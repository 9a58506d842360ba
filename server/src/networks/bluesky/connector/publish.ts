import type { Account, Call, Published } from "../../connectors/connector.ts";
import { type Made, type Names, recordOf } from "../../connectors/once/calls.ts";
import { commentsBy, postsBy } from "../../connectors/once/deliver.ts";
import type { Deliverable, OnceFacts, Part, Verdict } from "../../connectors/once/visible.ts";
import { permalinkOf } from "./addresses.ts";
import { openSession } from "./open-session.ts";
import { type Order, orderOfComment, orderOfPost, type Refusal } from "./order.ts";
import { makePlan, startOver, storedPlan } from "./plan.ts";
import { findPart, isNothingThere, putPart, storedRef, type Work } from "./visible.ts";

/** Publishes a post as one record or a thread of them. */
export const { publish, find, firstPart } = postsBy((post, account, call) => recordsOf(orderOfPost(post, account), account, call));
/** Replies to the published post: a comment is a record like any other. */
export const { comment, findComment } = commentsBy((order, account, call) => recordsOf(orderOfComment(order, account), account, call));

/** The record key is derived from the delivery's key, so that putting the same record again changes nothing, and a look at it is certain. */
const FACTS: OnceFacts = {
  network: "Bluesky",
  looksSeconds: () => [0],
  seesAtOnce: true,
  keySeconds: Number.POSITIVE_INFINITY,
  silencesMax: Number.POSITIVE_INFINITY,
};

function namesOf({ scope }: Order, part: number): Names {
  return { calls: `${scope}-calls-${part}`, made: `${scope}-made-${part}` };
}

/** Each record after the first replies to the one before, and the first is the thread's root. */
function recordsOf(order: Order | Refusal, account: Account, call: Call): Deliverable | Refusal {
  if ("kind" in order) return order;
  adopt(order, call);
  const work: Work = { order, session: openSession(account, call), call };
  return {
    parts: order.outline.parts.map((_, part) => partOf(part, work)),
    present: (made) => published(made, work),
    async startOver() {
      if (await isNothingThere(work)) await startOver(order, call);
    },
  };
}

function partOf(part: number, work: Work): Part {
  return {
    names: namesOf(work.order, part),
    facts: FACTS,
    async bring() {
      const plan = await makePlan(work.order, work);
      return "kind" in plan ? plan : null;
    },
    async ready() {
      const plan = await makePlan(work.order, work);
      return "kind" in plan ? plan : async () => named(await putPart(part, { ...work, plan }), part, work);
    },
    look: () => findPart(part, work),
  };
}

function named(verdict: Verdict, part: number, { order }: Work): Verdict {
  const { length } = order.outline.parts;
  const said = <T extends object>(told: T): T =>
    length > 1 && "reason" in told ? { ...told, reason: `Part ${part + 1} of ${length}: ${told.reason}` } : told;
  return verdict.kind === "refused" ? { kind: "refused", halt: said(verdict.halt) } : said(verdict);
}

function published([first]: readonly Made[], { order, call }: Work): Published {
  const { text, note: left } = order.outline;
  const note = [left, storedPlan(order, call)?.note ?? null].filter((words) => words !== null).join(" ");
  return {
    kind: "published",
    remoteId: first?.id ?? "",
    url: first?.url ?? null,
    ...(text === null ? {} : { text }),
    ...(note === "" ? {} : { note }),
  };
}

/** What the version before has written: it kept no calls, and of one whose outcome is open no more than the plan. */
function adopt(order: Order, call: Call): void {
  for (const part of order.outline.parts.keys()) {
    const names = namesOf(order, part);
    const ref = storedRef(part, order, call);
    const record = recordOf(call.checkpoint, names);
    if (ref !== null && record.made() === null) record.noteMade({ id: ref.uri, url: permalinkOf(call, ref.uri), at: null });
    if (ref !== null) continue;
    const isUnknown = storedPlan(order, call) !== null && call.checkpoint.get(names.calls) === undefined;
    if (isUnknown) call.checkpoint.note(names.calls, { firstAt: call.now(), lastAt: call.now(), open: "silence" });
    return;
  }
}
