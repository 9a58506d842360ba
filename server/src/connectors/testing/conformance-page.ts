import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Rule } from "./conformance.ts";
import { RED } from "./conformance-red.ts";

/** What came of one rule on one network. */
export interface Cell {
  readonly network: ChannelType;
  readonly rule: string;
  readonly is: "green" | "red" | "not concerned";
}

const GROUPS: readonly Rule["group"][] = ["never twice", "at all", "nobody else suffers"];
const SIGNS = { green: "✓", red: "**red**", "not concerned": "–" } as const;

/** `docs/networks/conformance.md`. */
export function pageOf(rules: readonly Rule[], networks: readonly ChannelType[], cells: readonly Cell[]): string {
  const signOf = (network: ChannelType, { name }: Rule) =>
    SIGNS[cells.find((cell) => cell.network === network && cell.rule === name)?.is ?? "red"];
  const tables = GROUPS.map((group) => {
    const own = rules.filter((rule) => rule.group === group);
    const lines = own.map((rule) => `| ${rule.name} | ${networks.map((network) => signOf(network, rule)).join(" | ")} |`);
    return [
      `## ${group[0]?.toUpperCase()}${group.slice(1)}`,
      "",
      `| a post meets | ${networks.join(" | ")} |`,
      `|---|${networks.map(() => "---").join("|")}|`,
      ...lines,
      "",
    ].join("\n");
  });
  const red = Object.entries(RED).flatMap(([network, reasons]) =>
    Object.entries(reasons).map(([rule, reason]) => `- ${network}, ${rule}: ${reason}`),
  );
  return [
    "# What every network keeps",
    "",
    "Each connector against its sandbox network, by the same rules for all. ✓: a test shows it; –: the network has no such answer. Written by",
    "`ROSTRUM_CONFORMANCE_PAGE=write npm test -- server/src/connectors/conformance.test.ts`, and compared by every run of that test.",
    "",
    ...tables,
    "## Red",
    "",
    red.length === 0 ? "Nothing." : red.join("\n"),
    "",
  ].join("\n");
}
