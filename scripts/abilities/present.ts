import type { Cell, Row } from "./cells.ts";
import type { ShowingTest } from "./tags.ts";
import { NETWORKS } from "./words.ts";

/**
 * The table, and below it a list for each network: by which tests each ability is shown, or why it is not possible. `root` leads
 * from the page to the repository's files.
 */
export function present(rows: readonly Row[], root: string): string {
  const heads = NETWORKS.map((network) => `[${network}](#${network.toLowerCase().replaceAll(" ", "-")}-the-tests)`);
  const table = [
    line(["ability", ...heads]),
    `|${"---|".repeat(heads.length + 1)}`,
    ...rows.map(({ ability, cells }) => line([ability, ...cells.map(({ cell }) => short(cell, root))])),
  ];
  const lists = NETWORKS.flatMap((network) => [
    "",
    `### ${network}: the tests`,
    "",
    ...rows.flatMap(({ ability, cells }) =>
      cells.filter((one) => one.network === network).map(({ cell }) => `- **${ability}**: ${long(cell, root)}`),
    ),
  ]);
  return [...table, ...lists].join("\n");
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function short(cell: Cell, root: string): string {
  return cell.kind === "shown" ? `[yes](${root}${cell.by[0].file})` : "no";
}

function long(cell: Cell, root: string): string {
  return cell.kind === "shown" ? cell.by.map((test) => linkTo(test, root)).join("; ") : `no. ${cell.reason}`;
}

function linkTo({ file, name }: ShowingTest, root: string): string {
  return `[${name.replace(/[\\`*_[\]<>]/g, "\\$&")}](${root}${file})`;
}
