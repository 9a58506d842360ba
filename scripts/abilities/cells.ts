import type { Missing } from "./missing.ts";
import type { ShowingTest, Shown } from "./tags.ts";
import { ABILITIES, type Ability, NETWORKS, type Network } from "./words.ts";

export type Cell =
  | { readonly kind: "shown"; readonly by: readonly [ShowingTest, ...ShowingTest[]] }
  | { readonly kind: "missing"; readonly reason: string };

export interface Row {
  readonly ability: Ability;
  readonly cells: readonly { readonly network: Network; readonly cell: Cell }[];
}

/** Each network by each ability; a mistake for each cell that has neither a test nor a reason, or both. */
export function rowsOf(shown: readonly Shown[], missing: Missing): { readonly rows: readonly Row[]; readonly mistakes: readonly string[] } {
  const mistakes: string[] = [];
  const rows = ABILITIES.map((ability) => ({
    ability,
    cells: NETWORKS.flatMap((network) => {
      const tests = shown.filter((one) => one.network === network && one.ability === ability).map(({ test }) => test);
      const cell = cellOf(tests, missing[network]?.[ability]);
      if (typeof cell !== "string") return [{ network, cell }];
      mistakes.push(`${network}, ${ability}: ${cell}`);
      return [];
    }),
  }));
  return { rows, mistakes };
}

/** The cell, or what is wrong with it. */
function cellOf([first, ...others]: readonly ShowingTest[], reason: string | undefined): Cell | string {
  if (first !== undefined && reason !== undefined) {
    return `scripts/abilities/missing.ts says why not, and the test "${first.name}" in ${first.file} shows it.`;
  }
  if (first !== undefined) return { kind: "shown", by: [first, ...others] };
  if (reason !== undefined) return { kind: "missing", reason };
  return "no test is tagged as showing it, and scripts/abilities/missing.ts does not say why not.";
}
