import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { findCollection, holdCollection } from "../../brands/collections/store.ts";
import { record } from "../../ground/audit/record.ts";
import { changesIn } from "../../ground/audit/rules.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { holdSeen } from "../../ground/seen.ts";
import {
  type AutomationStateRow,
  changeAutomation,
  deleteAutomation,
  findState,
  listRuns,
  listStates,
  lockAutomation,
  pause,
  resume,
  setNextRun,
} from "./manage-store.ts";
import { reasonAgainstRun } from "./rules.ts";

export async function listAutomationStates(
  app: App,
  { brandId }: PrivateInput<"listAutomationStates">,
): Promise<PrivateOutput<"listAutomationStates">> {
  return (await listStates(app.db, brandId)).map(presentState);
}

/** Changes take effect with the next item that is imported, also in a run that is under way. */
export async function updateAutomation(
  app: App,
  { automationId, body }: PrivateInput<"updateAutomation">,
): Promise<PrivateOutput<"updateAutomation">> {
  await transaction(app.db, async (tx) => {
    const automation = (await lockAutomation(tx, automationId)) ?? unknown(automationId);
    const { name: _, status, seen, ...rules } = body;
    const { collectionId, refreshRate } = rules;
    const now = app.clock.now();
    const isThere =
      collectionId === undefined ||
      ((await holdCollection(tx, collectionId)) && (await findCollection(tx, { brandId: automation.brandId, collectionId })) !== null);
    if (!isThere) refuse(404, "collectionId", "This collection is not in the brand. It may have been deleted.");
    const before = (await findState(tx, automationId)) ?? unknown(automationId);
    if (seen !== undefined) holdRules(before, seen);
    await changeAutomation(tx, automationId, body, now);
    // A run under way still knows the old rules: with another date it is over, and begins again.
    if (Object.keys(rules).length > 0) await setNextRun(tx, automationId, nextRunOf(automation, refreshRate, now));
    if (status === "PAUSED") await pause(tx, automationId, now);
    if (status === "ACTIVE" && automation.status !== "ACTIVE") await resume(tx, automationId, now);
    await recordChange(app, tx, {
      brandId: automation.brandId,
      before,
      after: (await findState(tx, automationId)) ?? unknown(automationId),
    });
  });
  return stateOf(app, automationId);
}

const RECORDED = [
  "name",
  "status",
  "collection",
  "importAsType",
  "title",
  "caption",
  "addPostsAsDraft",
  "autoThreadText",
  "refreshRate",
] as const;

async function recordChange(
  app: App,
  tx: Queryable,
  { brandId, before, after }: { readonly brandId: number; readonly before: AutomationStateRow; readonly after: AutomationStateRow },
): Promise<void> {
  const changes = changesIn(RECORDED, before, after);
  const { id, name } = after;
  if (changes.length > 0)
    await record(app, tx, { action: "automation.changed", brandId, object: { type: "automation", id, name }, changes });
}

function holdRules(stored: AutomationStateRow, seen: NonNullable<PrivateInput<"updateAutomation">["body"]["seen"]>): void {
  holdSeen<Partial<AutomationStateRow>>(stored, seen, {
    collectionId: () => `“${stored.collection}”`,
    addPostsAsDraft: (isOn) => (isOn ? "on" : "off"),
    autoThreadText: (isOn) => (isOn ? "on" : "off"),
    refreshRate: (hours) => `every ${hours} ${hours === 1 ? "hour" : "hours"}`,
  });
}

/** Not later than a new rate allows, and never the same as before. */
function nextRunOf({ nextRunAt }: { readonly nextRunAt: Instant }, refreshRate: number | undefined, now: Instant): Instant {
  const latest = refreshRate === undefined ? nextRunAt : addSeconds(now, refreshRate * 3600);
  return addSeconds(latest < nextRunAt ? latest : nextRunAt, 1);
}

export async function runAutomationNow(
  app: App,
  { automationId }: PrivateInput<"runAutomationNow">,
): Promise<PrivateOutput<"runAutomationNow">> {
  await transaction(app.db, async (tx) => {
    const automation = (await lockAutomation(tx, automationId)) ?? unknown(automationId);
    const now = app.clock.now();
    const reason = reasonAgainstRun(automation, now);
    if (reason !== null) refuse(409, "automation", reason);
    if (automation.nextRunAt > now) await setNextRun(tx, automationId, now);
  });
  return stateOf(app, automationId);
}

export async function removeAutomation(
  app: App,
  { automationId }: PrivateInput<"removeAutomation">,
): Promise<PrivateOutput<"removeAutomation">> {
  await transaction(app.db, async (tx) => {
    const { brandId, name } = (await lockAutomation(tx, automationId)) ?? unknown(automationId);
    await deleteAutomation(tx, automationId);
    await record(app, tx, { action: "automation.deleted", brandId, object: { type: "automation", id: automationId, name } });
  });
  return { id: automationId };
}

export async function listAutomationRuns(
  app: App,
  { automationId }: PrivateInput<"listAutomationRuns">,
): Promise<PrivateOutput<"listAutomationRuns">> {
  return listRuns(app.db, automationId);
}

async function stateOf(app: App, automationId: number): Promise<PrivateOutput<"updateAutomation">> {
  return presentState((await findState(app.db, automationId)) ?? unknown(automationId));
}

function presentState(row: AutomationStateRow) {
  const runs = row.status === "ACTIVE" || row.status === "FAILING";
  return { ...row, nextRunAt: runs ? row.nextRunAt : null };
}

function unknown(automationId: number): never {
  return refuse(404, "automation", `There is no automation with the id ${automationId}.`);
}
