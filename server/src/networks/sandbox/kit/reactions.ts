import { z } from "zod";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";
import { type Tallies, tally } from "./feed.ts";
import { model } from "./model.ts";

/** What readers did with a post or comment. Each counts as another reader's, so that counts can grow. */
const kinds = { reaction: z.object({ on: z.string().default(""), kind: z.enum(["like", "share", "view"]) }) } as const;
const { insert, list } = model(kinds);

/** More than anyone makes by hand. */
const REACTIONS_MAX = 20_000;

interface Reacted<Thing> {
  /** What the reaction is on; null if it is not there. */
  find(world: SandboxWorld, id: string): Promise<Thing | null>;
  comment(world: SandboxWorld, thing: Thing, text: string): Promise<unknown>;
  /** The id under which likes and shares count. Absent: the one given. */
  countedOn?(thing: Thing): string;
}

/** How readers react on a network where comments are things of its own. */
export function reacting<Thing>({ find, comment, countedOn }: Reacted<Thing>): SandboxNetwork["react"] {
  return async (world, id, reaction) => {
    const thing = await find(world, id);
    if (thing === null) return;
    if (reaction.kind === "comment") await comment(world, thing, reaction.text);
    else await addReaction(world, countedOn?.(thing) ?? id, reaction.kind);
  };
}

export async function addReaction(world: SandboxWorld, on: string, kind: "like" | "share" | "view"): Promise<void> {
  await insert(world, "reaction", await world.objects.nextId(), { on, kind });
}

export interface ReactionCounts {
  readonly likes: number;
  readonly shares: number;
  readonly views: number;
}

export async function reactionsOn(world: SandboxWorld, on: string): Promise<ReactionCounts> {
  const kinds = (await list(world, "reaction", { where: { on }, limit: REACTIONS_MAX })).map(({ kind }) => kind);
  const of = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
  return { likes: of("like"), shares: of("share"), views: of("view") };
}

/** When a thing was shared, newest first. */
export async function sharesOf(world: SandboxWorld, on: string): Promise<string[]> {
  const shares = await list(world, "reaction", { where: { on, kind: "share" }, limit: REACTIONS_MAX });
  return shares.map(({ createdAt }) => createdAt);
}

/** All that readers did, for a feed; `commented`: what each comment is on. */
export async function talliesOf(world: SandboxWorld, commented: readonly (string | null)[]): Promise<Tallies> {
  const reactions = await list(world, "reaction", { limit: REACTIONS_MAX });
  const of = (wanted: string) => tally(reactions.filter(({ kind }) => kind === wanted).map(({ on }) => on));
  return { likes: of("like"), shares: of("share"), comments: tally(commented) };
}
