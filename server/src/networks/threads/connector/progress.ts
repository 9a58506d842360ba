import { toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import { fieldsOf, type Names } from "../../connectors/once/calls.ts";

const Moment = z.string().transform((text) => toInstant(text));

/** Where a piece of the chain stands. */
export function namesOf(piece: string): Names {
  return { calls: `piece ${piece}`, field: "calls", made: `post ${piece}` };
}

/** What Threads calls a container: a post in the making. Not named `id`, because that claims a post for the delivery. */
const ContainerForm = z.object({ container: z.string(), at: Moment });
export type Container = z.output<typeof ContainerForm>;

const count = z.int().default(0);
const StrikesForm = z.object({
  /** A file could not be fetched. */
  unfetched: count,
  /** The container was not there. */
  missing: count,
  /** Threads suspected a restricted activity. */
  restricted: count,
  /** The post to reply to was not there. */
  parent: count,
});
export type Strikes = z.output<typeof StrikesForm>;

const PieceForm = z.object({
  /** Of a carousel, in its order. */
  children: z.array(ContainerForm.extend({ isReady: z.boolean() })),
  container: ContainerForm.nullable(),
  strikes: StrikesForm,
  /** Whether Threads has said that the daily quota is used up. */
  isOverQuota: z.boolean(),
  /** When a lookup first read that the container was published. */
  publishedAt: Moment.nullable(),
});
type PieceState = z.output<typeof PieceForm>;

const FRESH: PieceState = { children: [], container: null, strikes: StrikesForm.parse({}), isOverQuota: false, publishedAt: null };
/** Without them, the version before this one does not read a piece. */
const WANTED_BEFORE = { calls: null, replaces: false, unpublishedAt: null, absentAt: null } as const;

/** What earlier attempts left: per piece, how far its container has come. */
export function progressOf(checkpoint: Checkpoint) {
  const entry = (piece: string) => namesOf(piece).calls;
  const state = (piece: string): PieceState => PieceForm.safeParse(checkpoint.get(entry(piece))).data ?? FRESH;
  /** Changes part of a piece's state. */
  const change = (piece: string, changed: Partial<PieceState>) =>
    checkpoint.set(entry(piece), { ...WANTED_BEFORE, ...fieldsOf(checkpoint, entry(piece)), ...state(piece), ...changed });
  return {
    state,
    change,
    async strike(piece: string, kind: keyof Strikes): Promise<number> {
      const { strikes } = state(piece);
      await change(piece, { strikes: { ...strikes, [kind]: strikes[kind] + 1 } });
      return strikes[kind] + 1;
    },
    /** Forgets the piece's container, so that a new one is made. */
    async renew(piece: string): Promise<void> {
      await change(piece, { ...FRESH, strikes: { ...state(piece).strikes, missing: 0 } });
    },
  };
}
export type Progress = ReturnType<typeof progressOf>;
