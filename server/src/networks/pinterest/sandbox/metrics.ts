import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Asked } from "./caller.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";

const RECENT_SECONDS = 90 * 86_400;

/** What readers did with a pin. Nobody counts views here: each save is one. */
interface Figures {
  readonly saves: readonly Stored<"reaction">[];
  readonly reactions: number;
  readonly comments: number;
}

async function figuresOf({ world }: Pick<Asked, "world">, pin: Stored<"pin">): Promise<Figures> {
  const [reactions, comments] = await Promise.all([
    list(world, "reaction", { where: { on: pin.id }, limit: LIST_MAX }),
    list(world, "comment", { where: { pin_id: pin.id }, limit: LIST_MAX }),
  ]);
  const saves = reactions.filter(({ kind }) => kind === "share");
  return { saves, reactions: reactions.length - saves.length, comments: comments.length };
}

/** The metrics within a pin. Reactions and comments are in the figures of its whole life alone. */
export async function metricsOf(asked: Asked, pin: Stored<"pin">): Promise<Record<string, unknown> | null> {
  const { world, settings } = asked;
  if (settings.metrics === "none") return null;
  const { saves, reactions, comments } = await figuresOf(asked, pin);
  const from = addSeconds(world.now(), -RECENT_SECONDS);
  const recent = viewed(saves.filter(({ createdAt }) => createdAt > from).length);
  if (settings.metrics === "recent") return { "90d": recent };
  return { "90d": recent, lifetime_metrics: { ...viewed(saves.length), reaction: reactions, comment: comments } };
}

function viewed(save: number) {
  return { impression: save, pin_click: save, clickthrough: 0, save };
}
