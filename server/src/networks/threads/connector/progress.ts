import { toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";

/** A post that readers see. */
export interface Created {
  readonly id: string;
  readonly url: string | null;
}

const Moment = z.string().transform((text) => toInstant(text));
const CreatedForm = z.object({ id: z.string(), url: z.string().nullable() });

/** What Threads calls a container: a post in the making. Not named `id`, because that claims a post for the delivery. */
const ContainerForm = z.object({ container: z.string(), at: Moment });
export type Container = z.output<typeof ContainerForm>;

/** The calls that publish the container, the only ones that readers can notice. */
const CallsForm = z.object({
  firstAt: Moment,
  lastAt: Moment,
  /** Whether the last call got an answer. Stored as false before each call. */
  isAnswered: z.boolean(),
  /** How many calls before the last one got none. */
  lost: z.int(),
});
export type Calls = z.output<typeof CallsForm>;
const count = z.int().default(0);
const StrikesForm = z.object({
  /** A file could not be fetched. */
  unfetched: count,
  /** The children of a carousel were gone. */
  children: count,
  /** The container was not there. */
  missing: count,
  /** Threads suspected a restricted activity. */
  restricted: count,
  /** The post to reply to was not there. */
  parent: count,
  /** A new container was made because the one before had failed or was gone. */
  renewed: count,
});
export type Strikes = z.output<typeof StrikesForm>;

const PieceForm = z.object({
  /** Of a carousel, in its order. */
  children: z.array(ContainerForm.extend({ isReady: z.boolean() })),
  container: ContainerForm.nullable(),
  calls: CallsForm.nullable(),
  strikes: StrikesForm,
  /** Whether Threads has said that the daily quota is used up. */
  isOverQuota: z.boolean(),
  /** Whether this container replaces one whose publication was never answered. */
  replaces: z.boolean(),
  /** When a lookup first read that the container was still unpublished, that it was published, that the list lacked the post. */
  unpublishedAt: Moment.nullable(),
  publishedAt: Moment.nullable(),
  absentAt: Moment.nullable(),
});
export type PieceState = z.output<typeof PieceForm>;

const FRESH: PieceState = {
  children: [],
  container: null,
  calls: null,
  strikes: StrikesForm.parse({}),
  isOverQuota: false,
  replaces: false,
  unpublishedAt: null,
  publishedAt: null,
  absentAt: null,
};

/** What earlier attempts left: per piece, how far its container has come and which post it became. */
export interface Progress {
  created(piece: string): Created | null;
  setCreated(piece: string, post: Created): Promise<void>;
  state(piece: string): PieceState;
  /** Changes part of a piece's state. */
  change(piece: string, change: Partial<PieceState>): Promise<void>;
  strike(piece: string, kind: keyof Strikes): Promise<number>;
  /** Forgets the piece's container, so that a new one is made. */
  renew(piece: string): Promise<void>;
}

export function progressOf(checkpoint: Checkpoint): Progress {
  const state = (piece: string): PieceState => PieceForm.safeParse(checkpoint.get(`piece ${piece}`)).data ?? FRESH;
  const change = (piece: string, changed: Partial<PieceState>) => checkpoint.set(`piece ${piece}`, { ...state(piece), ...changed });
  return {
    created: (piece) => CreatedForm.safeParse(checkpoint.get(`post ${piece}`)).data ?? null,
    setCreated: (piece, { id, url }) => checkpoint.keep(`post ${piece}`, { id, url }),
    state,
    change,
    async strike(piece, kind) {
      const { strikes } = state(piece);
      await change(piece, { strikes: { ...strikes, [kind]: strikes[kind] + 1 } });
      return strikes[kind] + 1;
    },
    async renew(piece) {
      const { strikes, calls, replaces } = state(piece);
      const isLost = calls !== null && (!calls.isAnswered || calls.lost > 0);
      await change(piece, {
        ...FRESH,
        strikes: { ...strikes, missing: 0 },
        replaces: replaces || isLost,
      });
    },
  };
}

/** Whether readers may see anything of the delivery. They cannot where every call that they could have noticed was refused. */
export function liveOf(progress: Progress, pieces: readonly { readonly name: string }[]): "no" | "maybe" {
  const isUnseen = pieces.every(({ name }) => {
    const { calls } = progress.state(name);
    return progress.created(name) === null && (calls === null || (calls.isAnswered && calls.lost === 0));
  });
  return isUnseen ? "no" : "maybe";
}
