import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint } from "../../connectors/connector.ts";
import { type Made, type Names, recordOf } from "../../connectors/once/calls.ts";

/** A container that exists on the network; readers see it only once it is published. */
export interface Container {
  readonly id: string;
  readonly madeAt: Instant;
  /** Whether it has what it is made of. Only one that takes bytes exists before that. */
  readonly isFilled: boolean;
}

/** Where a part stands. */
export function namesOf(part: string): Names {
  return { calls: `release ${part}`, made: `published ${part}` };
}

const Moment = z.string().transform((text) => toInstant(text));
const ContainerForm = z.object({ id: z.string(), madeAt: Moment, isFilled: z.boolean() });
const CountsForm = z.record(z.string(), z.int());
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
    /** Whether an earlier call, of which nothing was found, may have published the part's container. */
    isDoubted(part: string): boolean {
      const calls = recordOf(checkpoint, namesOf(part)).calls();
      return calls !== null && calls.silences + calls.faults > 0;
    },
    made: (part: string): Made | null => recordOf(checkpoint, namesOf(part)).made(),
    setMade: (part: string, made: Made) => recordOf(checkpoint, namesOf(part)).setMade(made),
    /** When the container first said that it is published, while no list showed the post. */
    shownAt: (part: string): Instant | null => Moment.safeParse(checkpoint.get(`shown ${part}`)).data ?? null,
    setShownAt: (part: string, at: Instant) => checkpoint.set(`shown ${part}`, at),
    /** How often something has failed that is tried a few times only. */
    failures: (what: string): number => failures()[what] ?? 0,
    setFailures: (what: string, count: number) => checkpoint.set("failures", { ...failures(), [what]: count }),
    async forgetFailures(): Promise<void> {
      if (checkpoint.get("failures") !== undefined) await checkpoint.set("failures", {});
    },
  };
}
export type Progress = ReturnType<typeof progressOf>;
