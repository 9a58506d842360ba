import { addSeconds } from "@rostrum/contract/formats.ts";
import { reactionsOn, sharesOf } from "../../sandbox/kit/reactions.ts";
import type { Asked } from "./caller.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";

const RECENT_SECONDS = 90 * 86_400;

/** The metrics within a pin. Nobody counts views here: each save is one. Reactions and comments are in the figures of its whole life alone. */
export async function metricsOf({ world, settings }: Asked, pin: Stored<"pin">): Promise<Record<string, unknown> | null> {
  if (settings.metrics === "none") return null;
  const from = addSeconds(world.now(), -RECENT_SECONDS);
  const saves = await sharesOf(world, pin.id);
  const recent = viewed(saves.filter((at) => at > from).length);
  if (settings.metrics === "recent") return { "90d": recent };
  const comments = await list(world, "comment", { where: { pin_id: pin.id }, limit: LIST_MAX });
  const { likes } = await reactionsOn(world, pin.id);
  return { "90d": recent, lifetime_metrics: { ...viewed(saves.length), reaction: likes, comment: comments.length } };
}

function viewed(save: number) {
  return { impression: save, pin_click: save, clickthrough: 0, save };
}
