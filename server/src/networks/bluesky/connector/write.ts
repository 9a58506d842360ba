import type { Call, Located } from "../../connectors/connector.ts";
import { permalinkOf } from "./addresses.ts";
import type { Trouble } from "./errors.ts";
import { textAt } from "./json.ts";
import type { Order } from "./order.ts";
import { type Plan, type PlannedPart, storePlan } from "./plan.ts";
import { type BlobsGone, putPart } from "./put.ts";
import type { StrongRef } from "./records.ts";
import { recordKey } from "./tid.ts";
import type { Uploader } from "./upload.ts";

const SALT_MAX = 5;

/**
 * Writes the parts one after the other, since a reply needs the hash of its parent. Skips parts known to exist. Returns the
 * first part's reference.
 */
export async function writePlan(plan: Plan, order: Order, uploader: Uploader): Promise<StrongRef | Trouble | BlobsGone> {
  const refs: StrongRef[] = [];
  let current = plan;
  for (const part of plan.parts.keys()) {
    const step = storedRef(part, order, uploader) ?? (await writePart(part, { plan: current, refs, order, uploader }));
    if ("kind" in step)
      return plan.parts.length === 1 ? step : { ...step, reason: `Part ${part + 1} of ${plan.parts.length}: ${step.reason}` };
    current = step.plan ?? current;
    refs.push(step.ref);
  }
  return refs[0] ?? { kind: "rejected", reason: "There is nothing to publish." };
}

/** The record to write: each part after the first replies to the one before, and the first is the thread's root. */
function bodyOf(part: PlannedPart, refs: readonly StrongRef[]): PlannedPart {
  const [root] = refs;
  const parent = refs.at(-1);
  return root === undefined || parent === undefined ? part : { ...part, record: { ...part.record, reply: { root, parent } } };
}

interface Step {
  readonly ref: StrongRef;
  /** Null if unchanged. */
  readonly plan: Plan | null;
}

interface Progress {
  readonly plan: Plan;
  /** References to the parts before. */
  readonly refs: readonly StrongRef[];
  readonly order: Order;
  readonly uploader: Uploader;
}

async function writePart(part: number, { plan, refs, order, uploader }: Progress): Promise<Step | Trouble | BlobsGone> {
  const { checkpoint } = uploader.call;
  let changed = plan;
  for (let salt = partAt(plan, part).salt; salt <= SALT_MAX; salt += 1) {
    const planned = { ...partAt(plan, part), salt, recordKey: recordKey({ ...order, part, salt }) };
    if (salt !== partAt(changed, part).salt) {
      changed = { ...changed, parts: changed.parts.with(part, planned) };
      await storePlan(changed, order, uploader.call);
    }
    const outcome = await putPart(bodyOf(planned, refs), uploader);
    if ("uri" in outcome) {
      await checkpoint.set(refCheckpoint(part, order), outcome);
      return { ref: outcome, plan: changed };
    }
    if (outcome.kind !== "keyTaken") return outcome;
  }
  return { kind: "rejected", reason: "Bluesky: no free key was found for the record." };
}

function partAt(plan: Plan, part: number): PlannedPart {
  const planned = plan.parts[part];
  if (planned === undefined) throw new RangeError(`The plan has no part ${part}.`);
  return planned;
}

function storedRef(part: number, order: Order, { call }: Uploader): Step | null {
  const stored = call.checkpoint.get(refCheckpoint(part, order));
  const uri = textAt(stored, "uri");
  const cid = textAt(stored, "cid");
  return uri === null || cid === null ? null : { ref: { uri, cid }, plan: null };
}

/** The first part, if it is already published. */
export function firstPublished({ scope }: Pick<Order, "scope">, call: Call): Located | null {
  const uri = textAt(call.checkpoint.get(refCheckpoint(0, { scope })), "uri");
  return uri === null ? null : { remoteId: uri, url: permalinkOf(call, uri) };
}

function refCheckpoint(part: number, { scope }: Pick<Order, "scope">): string {
  return `${scope}-part-${part}`;
}
