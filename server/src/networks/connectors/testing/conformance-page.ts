import type { ChannelType } from "@rostrum/contract/channels.ts";
import { CALLS_TOLD_MAX, type Rule, type Silence } from "./conformance.ts";
import { RED } from "./conformance-red.ts";

/** What came of one rule on one network. */
export interface Cell {
  readonly network: ChannelType;
  readonly rule: string;
  readonly is: "green" | "red" | "not concerned";
}

const GROUPS: readonly Rule["group"][] = ["never twice", "at all", "nobody else suffers"];

/** `docs/networks/conformance.md`. */
export function pageOf(rules: readonly Rule[], networks: readonly ChannelType[], cells: readonly Cell[]): string {
  const isOf = (network: ChannelType, { name }: Rule) => cells.find((cell) => cell.network === network && cell.rule === name)?.is ?? "red";
  const lists = GROUPS.map((group) => {
    const own = rules.filter((rule) => rule.group === group);
    const keepersOf = (rule: Rule) =>
      among(
        networks.filter((network) => isOf(network, rule) === "green"),
        networks,
      );
    const parts = [...Map.groupBy(own, keepersOf)].flatMap(([keepers, kept]) => [
      `Kept by ${keepers}:`,
      "",
      ...kept.map(({ name }) => `- ${name}`),
      "",
    ]);
    return [`## ${group[0]?.toUpperCase()}${group.slice(1)}`, "", ...parts].join("\n");
  });
  const red = Object.entries(RED).flatMap(([network, reasons]) =>
    Object.entries(reasons).map(([rule, reason]) => `- ${network}, ${rule}: ${reason}`),
  );
  return [
    "# What every network keeps",
    "",
    "What a post may meet, and who keeps the rule on its sandbox network. One not named has no such answer, or is under",
    "[red](#red). Written by `ROSTRUM_CONFORMANCE_PAGE=write npm test -- server/src/networks/connectors/conformance.test.ts`, and compared by each run of it.",
    "",
    ...lists,
    "## Red",
    "",
    red.length === 0 ? "Nothing." : red.join("\n"),
    "",
  ].join("\n");
}

/** The table of `docs/reliability.md`. */
export function silencesOf(silences: ReadonlyMap<ChannelType, Silence>): string {
  const head = ["| network | looked up after | made again after | calls in three hours | then |", "|---|---|---|---|---|"];
  return [...head, ...[...silences].map(([network, silence]) => lineOf(network, silence))].join("\n");
}

/** The shorter of naming these networks and naming the others. */
function among(some: readonly ChannelType[], all: readonly ChannelType[]): string {
  const others = all.filter((network) => !some.includes(network));
  if (others.length === 0) return "all";
  return others.length < some.length ? `all but ${others.join(", ")}` : some.join(", ");
}

function lineOf(network: ChannelType, { looksAfterSeconds, againAfterSeconds, sends, outcome }: Silence): string {
  const calls = sends > CALLS_TOLD_MAX ? `more than ${CALLS_TOLD_MAX}` : `${sends}`;
  return `| ${network} | ${looksOf(looksAfterSeconds)} | ${againAfterSeconds === null ? "never" : lengthOf(againAfterSeconds)} | ${calls} | ${AFTERWARDS[outcome]} |`;
}

/** Not all, where they are many. */
function looksOf(seconds: readonly number[]): string {
  if (seconds.length <= LOOKS_TOLD_MAX) return seconds.map(lengthOf).join(", ") || "not";
  return `${lengthOf(Math.min(...seconds))} to ${lengthOf(Math.max(...seconds))}, ${seconds.length} times`;
}

const LOOKS_TOLD_MAX = 5;
const AFTERWARDS: Readonly<Record<Silence["outcome"], string>> = {
  fails: "the post fails",
  left: "a person decides",
  "looked up": "it is only looked up",
  "goes on": "it goes on",
};

function lengthOf(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
