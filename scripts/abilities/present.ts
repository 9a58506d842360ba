import type { Row } from "./cells.ts";

/** The table: which networks have an ability, each with a test that shows it, and why the others do not. `root` leads to the repository. */
export function present(rows: readonly Row[], root: string): string {
  const lines = rows.map(({ ability, cells }) => {
    const shown = cells.flatMap(({ network, cell }) => (cell.kind === "shown" ? [`[${network}](${root}${cell.by[0].file})`] : []));
    const missing = cells.flatMap(({ network, cell }) => (cell.kind === "missing" ? [{ network, reason: cell.reason }] : []));
    const reasons = [...Map.groupBy(missing, ({ reason }) => reason)].map(
      ([reason, of]) => `${of.map(({ network }) => network).join(", ")}: ${reason}`,
    );
    return line([ability, shown.join(", "), reasons.join("; ")]);
  });
  return [line(["ability", "networks that have it", "why not the others"]), "|---|---|---|", ...lines].join("\n");
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
