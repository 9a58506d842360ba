import type { Account, Call, FindOutcome, Published, PublishOutcome } from "../../connectors/connector.ts";
import { permalinkOf, postUriOf } from "./addresses.ts";
import { type Failure, troubleOfPreparation, wordsOf } from "./errors.ts";
import { openSession } from "./open-session.ts";
import type { Order } from "./order.ts";
import { forgetPlan, makePlan, startOver, storedPlan } from "./plan.ts";
import { isSameRecord } from "./put.ts";
import { readRecord } from "./records.ts";
import type { Uploader } from "./upload.ts";
import { firstPublished, writePlan } from "./write.ts";

/** Plans and writes the parts, resuming where the last attempt stopped. */
export async function deliver(order: Order, account: Account, call: Call): Promise<PublishOutcome> {
  const uploader = { session: openSession(account, call), call };
  if (call.startsOver && (await isNothingThere(order, uploader))) await startOver(order, call);
  const outcome = await attempt(order, uploader);
  if (outcome.kind !== "blobsGone") return outcome;
  await forgetPlan(order, call);
  const again = await attempt(order, uploader);
  return again.kind === "blobsGone" ? { kind: "rejected", reason: again.reason } : again;
}

/** Looks up every part by its key. If only some exist the result is undecided: publishing again completes them. */
export async function locate(order: Order, account: Account, call: Call): Promise<FindOutcome> {
  const uploader = { session: openSession(account, call), call };
  const planned = storedPlan(order, call)?.parts;
  // Nothing is written without a stored plan. One that was forgotten is made anew, and its missing parts are written.
  if (planned === undefined) {
    return firstPublished(order, call) === null ? { kind: "absent" } : { kind: "undecided", reason: "Parts of it are on Bluesky." };
  }
  let present = 0;
  for (const part of planned) {
    const there = await readRecord(postUriOf(uploader.session.did, part.recordKey), uploader);
    if (there === "absent") continue;
    if ("kind" in there) return notRead(there, call);
    if (isSameRecord(there.value, part.record)) present += 1;
  }
  const [first] = planned;
  if (first === undefined || present === 0) return { kind: "absent" };
  if (present < planned.length) return { kind: "undecided", reason: `${present} of ${planned.length} parts are on Bluesky.` };
  return published(postUriOf(uploader.session.did, first.recordKey), order, call);
}

/** Whether the server has nothing of what was planned before, if anything was. What is there keeps its time, and is not written again. */
async function isNothingThere(order: Order, uploader: Uploader): Promise<boolean> {
  if (firstPublished(order, uploader.call) !== null) return false;
  const planned = storedPlan(order, uploader.call)?.parts ?? [];
  for (const { recordKey } of planned)
    if ((await readRecord(postUriOf(uploader.session.did, recordKey), uploader)) !== "absent") return false;
  return true;
}

function notRead(failure: Failure, call: Call): FindOutcome {
  const trouble = troubleOfPreparation(failure, call.now());
  const reason = `Bluesky: ${failure.kind === "refused" ? wordsOf(failure) : failure.reason}`;
  return { kind: "undecided", reason, ...(trouble.kind === "busy" ? { retryAfterSeconds: trouble.retryAfterSeconds } : {}) };
}

async function attempt(order: Order, uploader: Uploader) {
  const plan = await makePlan(order, uploader);
  if ("kind" in plan) {
    const isSeen = plan.kind === "pending" && firstPublished(order, uploader.call) !== null;
    return isSeen ? { ...plan, live: "maybe" as const } : plan;
  }
  const written = await writePlan(plan, order, uploader);
  return "kind" in written ? written : published(written.uri, order, uploader.call);
}

function published(uri: string, order: Order, call: Call): Published {
  const { text } = order.outline;
  const note = [order.outline.note, storedPlan(order, call)?.note ?? null].filter((part) => part !== null).join(" ");
  return {
    kind: "published",
    remoteId: uri,
    url: permalinkOf(call, uri),
    ...(text === null ? {} : { text }),
    ...(note === "" ? {} : { note }),
  };
}
