import type { Cell, Row } from "./cells.ts";
import { NETWORKS } from "./words.ts";

/** The table, and below it for each network why something is not possible. `root` leads from the page to the repository's files. */
export function present(rows: readonly Row[], root: string): string {
  const table = [
    line(["ability", ...NETWORKS]),
    `|${"---|".repeat(NETWORKS.length + 1)}`,
    ...rows.map(({ ability, cells }) => line([ability, ...cells.map(({ cell }) => short(cell, root))])),
  ];
  const reasons = NETWORKS.map((network) => {
    const missing = rows.flatMap(({ ability, cells }) =>
      cells.flatMap(({ network: its, cell }) => (its === network && cell.kind === "missing" ? [`*${ability}*: ${cell.reason}`] : [])),
    );
    return `- **${network}.** ${missing.join(" ")}`;
  });
  return [...table, "", "Why not:", "", ...reasons].join("\n");
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function short(cell: Cell, root: string): string {
  return cell.kind === "shown" ? `[yes](${root}${cell.by[0].file})` : "no";
}
