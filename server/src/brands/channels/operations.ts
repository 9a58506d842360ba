import type { ChannelState } from "@rostrum/contract/channels.ts";
import type { OperationInput, OperationOutput } from "@rostrum/contract/operations.ts";
import type { App } from "../../app.ts";
import { offsetOf } from "../../ground/database/page.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { type ChannelRow, countChannelsOf, listChannelsOf } from "./store.ts";

/** `total` counts every channel; those that are not shown leave gaps, so a page can come back short or empty: `docs/channels.md#the-list`. */
export async function listChannels(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"listChannels">,
): Promise<OperationOutput<"listChannels">> {
  const brandId = viewer.brand.id;
  const [rows, total] = await Promise.all([
    listChannelsOf(app.db, { brandId, limit: input.perPage, offset: offsetOf(input) }),
    countChannelsOf(app.db, brandId),
  ]);
  return { rows: rows.filter(isShown), total };
}

function isShown(row: ChannelRow): row is ChannelRow & { status: Extract<ChannelState, "ACTIVE" | "INACTIVE"> } {
  return row.status === "ACTIVE" || row.status === "INACTIVE";
}
