import { DAYS } from "@rostrum/contract/formats.ts";
import type { OperationInput, OperationOutput } from "@rostrum/contract/operations.ts";
import type { App } from "../../app.ts";
import { offsetOf } from "../../ground/database/page.ts";
import type { BrandViewer, Viewer } from "../../ground/viewer.ts";
import { dayNumber } from "../queue/rules.ts";
import { countBrandsOf, listBrandsOf, listSlotsOf, type ScheduleRow } from "./store.ts";

export async function listBrands(app: App, viewer: Viewer, input: OperationInput<"listBrands">): Promise<OperationOutput<"listBrands">> {
  const [rows, total] = await Promise.all([
    listBrandsOf(app.db, { userId: viewer.userId, limit: input.perPage, offset: offsetOf(input) }),
    countBrandsOf(app.db, viewer.userId),
  ]);
  return { rows, total };
}

export async function getSchedule(app: App, viewer: BrandViewer): Promise<OperationOutput<"getSchedule">> {
  const slots = await listSlotsOf(app.db, viewer.brand.id);
  const days = DAYS.map((day) => [day, slots.filter((slot) => slot.day === dayNumber(day)).map(presentSlot)]);
  return { timezone: viewer.brand.timezone, queueStatus: viewer.brand.queueStatus, schedule: Object.fromEntries(days) };
}

function presentSlot(slot: ScheduleRow) {
  return {
    time: slot.time,
    queueId: slot.id,
    collectionId: slot.collectionId,
    collectionTitle: slot.collectionTitle,
    collectionStatus: slot.collectionStatus,
  };
}
