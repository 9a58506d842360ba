import type { Need } from "@rostrum/contract/private/needs.ts";

/** How urgent each kind is, the most urgent first. */
const URGENT: readonly Need["kind"][] = [
  "LOG_IN_ENDED",
  "UNDECIDED",
  "FAILED",
  "QUEUE_PAUSED",
  "NO_CHANNELS",
  "NO_TIMES",
  "LOG_IN_ENDS",
  "RUNS_DRY",
];

/** Brands with what needs somebody first, by the most urgent of each and then by how much there is; the others stay in their order. */
export function troublesFirst<B extends { readonly id: number }>(brands: readonly B[], needs: readonly Need[]): B[] {
  const of = Map.groupBy(needs, ({ brandId }) => brandId);
  const rank = ({ id }: B) => Math.min(...(of.get(id) ?? []).map(({ kind }) => URGENT.indexOf(kind)), URGENT.length);
  const count = ({ id }: B) => of.get(id)?.length ?? 0;
  return brands.toSorted((a, b) => rank(a) - rank(b) || count(b) - count(a));
}

/** One need for each kind and, for log-ins, each channel, with how many of its kind there are. */
export function summed(needs: readonly Need[]): { readonly need: Need; readonly count: number }[] {
  const kinds = Map.groupBy(needs, ({ kind, key }) => (kind === "LOG_IN_ENDED" || kind === "LOG_IN_ENDS" ? key : kind));
  return [...kinds.values()].flatMap((own) => {
    const [need] = own;
    return need === undefined ? [] : [{ need, count: own.length }];
  });
}
