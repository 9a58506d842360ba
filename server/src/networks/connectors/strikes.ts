import { z } from "zod";
import type { Checkpoint } from "./connector.ts";
import { fieldsOf } from "./once/calls.ts";

const Times = z.int();

/**
 * After how many seconds, each time, an upload is begun anew that costs one of the few a network allows in a day. They span the hours that
 * outages last. Uploads of which there may be any number are tried like everything else.
 */
export const SCARCE_SECONDS: readonly number[] = [60, 3600, 14_400];

/** What is counted so that it does not go on forever, in the checkpoint of a delivery. */
export function strikesIn<Kind extends string>(checkpoint: Checkpoint, kinds: readonly Kind[]) {
  /** Counts of one entry are those that an earlier version has written. */
  const strikes = (kind: Kind): number =>
    Times.safeParse(checkpoint.get(`strikes ${kind}`) ?? fieldsOf(checkpoint, "strikes")[kind]).data ?? 0;
  async function clear(kind: Kind): Promise<void> {
    if (strikes(kind) > 0) await checkpoint.set(`strikes ${kind}`, 0);
  }
  return {
    strikes,
    /** One more; returns how many there are. */
    async strike(kind: Kind): Promise<number> {
      const times = strikes(kind) + 1;
      await checkpoint.set(`strikes ${kind}`, times);
      return times;
    },
    clear,
    /** What was counted before somebody had the delivery tried again says nothing about what follows. */
    async forgetStrikes(): Promise<void> {
      for (const kind of kinds) await clear(kind);
    },
  };
}
