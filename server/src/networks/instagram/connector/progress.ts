import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint, HoldScope } from "../../connectors/connector.ts";

/** A container that exists on the network; readers see it only once it is published. */
export interface Container {
  readonly id: string;
  readonly madeAt: Instant;
  /** Whether it has what it is made of. Only one that takes bytes exists before that. */
  readonly isFilled: boolean;
}

/** How far the publishing of a part's container has come. Every request for it is noted here before it is sent. */
export interface Release {
  /** When a request was sent whose outcome is not settled; null if there is none. */
  readonly begunAt: Instant | null;
  /** When the first request was sent whose answer was unknown: from then on no refusal proves that the container was not published. */
  readonly doubtedSince: Instant | null;
  /** Since when the container has said, after that request, that it is not published. */
  readonly unpublishedSince: Instant | null;
  /** Since when the container has said that it is published, while the post could not be told from others. */
  readonly publishedSince: Instant | null;
  /** Since when the account's list has lacked the post, after the container had ended. */
  readonly missingSince: Instant | null;
  /** How often the network has blocked the account when this container was to be published. */
  readonly blocks: number;
  /** How many containers of this part have ended before. */
  readonly generation: number;
  /** Until when the network is not to be asked to publish it, and why. */
  readonly hold: Hold | null;
}

export interface Hold {
  readonly until: Instant;
  readonly scope: HoldScope;
  readonly reason: string;
}

export interface Published {
  readonly id: string;
  readonly url: string | null;
}

const Moment = z.string().transform((text) => toInstant(text));
const ContainerForm = z.object({ id: z.string(), madeAt: Moment, isFilled: z.boolean() });
const PublishedForm = z.object({ id: z.string(), url: z.string().nullable() });
const CountsForm = z.record(z.string(), z.int());
const ReleaseForm = z.object({
  begunAt: Moment.nullable(),
  doubtedSince: Moment.nullable(),
  unpublishedSince: Moment.nullable(),
  publishedSince: Moment.nullable(),
  missingSince: Moment.nullable(),
  blocks: z.int(),
  generation: z.int(),
  hold: z.object({ until: Moment, scope: z.enum(["channel", "grant", "application"]), reason: z.string() }).nullable(),
});

const UNTOUCHED: Release = {
  begunAt: null,
  doubtedSince: null,
  unpublishedSince: null,
  publishedSince: null,
  missingSince: null,
  blocks: 0,
  generation: 0,
  hold: null,
};

/**
 * The state left by earlier attempts. Parts are named `0`, `1`; the children of a carousel `0.0`, `0.1`. An `id` in a checkpoint
 * claims that post or container for the delivery.
 */
export function progressOf(checkpoint: Checkpoint) {
  const failures = () => CountsForm.safeParse(checkpoint.get("failures")).data ?? {};
  return {
    container: (name: string): Container | null => ContainerForm.safeParse(checkpoint.get(`container ${name}`)).data ?? null,
    setContainer: (name: string, container: Container | null) =>
      checkpoint.set(`container ${name}`, container === null ? null : { ...container }),
    release: (part: string): Release => ReleaseForm.safeParse(checkpoint.get(`release ${part}`)).data ?? UNTOUCHED,
    setRelease: (part: string, { hold, ...release }: Release) =>
      checkpoint.set(`release ${part}`, { ...release, hold: hold === null ? null : { ...hold } }),
    published: (part: string): Published | null => PublishedForm.safeParse(checkpoint.get(`published ${part}`)).data ?? null,
    setPublished: (part: string, { id, url }: Published) => checkpoint.keep(`published ${part}`, { id, url }),
    /** How often something has failed that is tried a few times only. */
    failures: (what: string): number => failures()[what] ?? 0,
    setFailures: (what: string, count: number) => checkpoint.set("failures", { ...failures(), [what]: count }),
    async forgetFailures(): Promise<void> {
      if (checkpoint.get("failures") !== undefined) await checkpoint.set("failures", {});
    },
  };
}
export type Progress = ReturnType<typeof progressOf>;
