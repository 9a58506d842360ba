import { createChance } from "../../server/src/testing/chance.ts";
import type { Attack, Kind } from "./attack.ts";
import type { Ground, Turn } from "./ground.ts";
import { adminKind, restKind } from "./kinds/rest.ts";
import { sandboxKind } from "./kinds/sandbox.ts";
import { registerKind, signInKind } from "./kinds/sign-in.ts";
import { toolKind } from "./kinds/tools.ts";
import { fileKind, formKind } from "./kinds/uploads.ts";
import { pathKind, wireKind } from "./kinds/wire.ts";
import { type Outcome, send } from "./send.ts";

/** An input that was sent, and its outcome. It can be recreated from its number and the seed. */
export interface Sent {
  readonly number: number;
  readonly attack: Attack;
  readonly outcome: Outcome;
  readonly from: number;
  readonly to: number;
}

const SENDERS = 8;

/** `share` is a percentage. Inputs whose results are counted afterwards use a brand that nothing else changes. */
const KINDS: readonly { readonly kind: Kind; readonly share: number; readonly isCounted?: true }[] = [
  { kind: restKind, share: 24, isCounted: true },
  { kind: fileKind, share: 12, isCounted: true },
  { kind: formKind, share: 5, isCounted: true },
  { kind: toolKind, share: 12 },
  { kind: adminKind, share: 10 },
  { kind: sandboxKind, share: 18 },
  { kind: signInKind, share: 6 },
  { kind: registerKind, share: 2 },
  { kind: pathKind, share: 5 },
  { kind: wireKind, share: 6 },
];

export interface Grounds {
  readonly counted: Ground;
  readonly other: Ground;
}

/** The input with this number: always the same on the same ground. */
export function attackOf(seed: number, number: number, grounds: Grounds): Attack {
  const chance = createChance(seed * 1_000_003 + number);
  let left = chance.number(
    1,
    KINDS.reduce((sum, { share }) => sum + share, 0),
  );
  for (const { kind, share, isCounted } of KINDS) {
    left -= share;
    if (left <= 0) return kind(chance, isCounted === true ? grounds.counted : grounds.other);
  }
  throw new Error("the shares are counted wrong");
}

/** Sends the inputs with these numbers, a few at a time. */
export async function sendAll({
  seed,
  numbers,
  grounds,
}: {
  readonly seed: number;
  readonly numbers: readonly number[];
  readonly grounds: Grounds;
}): Promise<Sent[]> {
  const sent: Sent[] = [];
  const waiting = numbers.values();
  const sender = async () => {
    for (const number of waiting) {
      const attack = attackOf(seed, number, grounds);
      const from = Date.now();
      const outcome = await send(grounds.other.port, attack);
      // The bytes can be recreated.
      sent.push({ number, attack: { ...attack, pieces: [] }, outcome, from, to: Date.now() });
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  return sent;
}

/** The inputs in flight during that turn, most likely cause first: those answered right after it. */
export function causesOf({ at, milliseconds }: Turn, sent: readonly Sent[]): string[] {
  return sent
    .filter(({ from, to }) => from <= at && to >= at - milliseconds - 20)
    .sort((a, b) => Math.abs(a.to - at) - Math.abs(b.to - at))
    .slice(0, 6)
    .map(({ number, attack, outcome }) => `${number} ${attack.name} (${outcome.statuses})`);
}
