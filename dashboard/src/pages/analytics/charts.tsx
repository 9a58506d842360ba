import { Box } from "@mantine/core";
import type { CSSProperties, ReactElement } from "react";
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { print } from "./print.ts";
import { words } from "./words.ts";

/** Colours with a contrast of 3 to 1 to the page in both schemes, and told apart by order and legend too. */
const COLORS = {
  "--figures-likes": "var(--accent-text)",
  "--figures-comments": "light-dark(var(--mantine-color-blue-8), var(--mantine-color-blue-4))",
  "--figures-shares": "light-dark(var(--mantine-color-teal-8), var(--mantine-color-teal-4))",
} as CSSProperties;

const TICK = { fill: "var(--mantine-color-text)", fontSize: 12 } as const;
const TOOLTIP = {
  background: "var(--surface)",
  border: "1px solid var(--line)",
  color: "var(--mantine-color-text)",
} as const;
const HOVER = { fill: "var(--hover)" } as const;
const LEGEND = ({ value }: { readonly value: string }) => <span style={{ color: "var(--mantine-color-text)" }}>{value}</span>;
const SERIES = ["likes", "comments", "shares"] as const;

export interface Bars {
  readonly label: string;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
}

/** One bar for each place, from left to right: likes, comments and shares on top of each other. */
export function Columns({ bars, title }: { readonly bars: readonly Bars[]; readonly title: string }) {
  return (
    <Frame title={title} height={260}>
      <BarChart data={[...bars]} stackOffset="sign" accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tick={TICK} minTickGap={24} />
        <YAxis allowDecimals={false} tick={TICK} width={44} />
        <Tooltip contentStyle={TOOLTIP} cursor={HOVER} formatter={(value) => print.number(Number(value))} />
        <Legend itemSorter={null} formatter={(value: string) => LEGEND({ value })} />
        {SERIES.map((name) => (
          <Bar key={name} dataKey={name} name={words[name]} stackId="all" fill={`var(--figures-${name})`} isAnimationActive={false} />
        ))}
      </BarChart>
    </Frame>
  );
}

/** One bar for each name, from top to bottom. */
export function Rows({ bars, title }: { readonly bars: readonly Bars[]; readonly title: string }) {
  return (
    <Frame title={title} height={90 + bars.length * 36}>
      <BarChart
        data={[...bars]}
        layout="vertical"
        stackOffset="sign"
        accessibilityLayer={false}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
      >
        <CartesianGrid horizontal={false} stroke="var(--line)" />
        <XAxis type="number" allowDecimals={false} tick={TICK} />
        <YAxis type="category" dataKey="label" tick={TICK} width={112} tickFormatter={shortened} interval={0} />
        <Tooltip contentStyle={TOOLTIP} cursor={HOVER} formatter={(value) => print.number(Number(value))} />
        <Legend itemSorter={null} formatter={(value: string) => LEGEND({ value })} />
        {SERIES.map((name) => (
          <Bar
            key={name}
            dataKey={name}
            name={words[name]}
            stackId="all"
            barSize={20}
            fill={`var(--figures-${name})`}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </Frame>
  );
}

/** One figure for each place; none where it is not known. */
export function Averages({
  bars,
  title,
}: {
  readonly bars: readonly { readonly label: string; readonly average: number | null }[];
  readonly title: string;
}) {
  return (
    <Frame title={title} height={220}>
      <BarChart data={[...bars]} stackOffset="sign" accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" tick={TICK} minTickGap={8} />
        <YAxis tick={TICK} width={44} />
        <Tooltip contentStyle={TOOLTIP} cursor={HOVER} formatter={(value) => print.average(Number(value))} />
        <Bar dataKey="average" name={words.average} fill="var(--figures-likes)" isAnimationActive={false} />
      </BarChart>
    </Frame>
  );
}

/** Those who do not see the chart have the table with the same figures. */
function Frame({ title, height, children }: { readonly title: string; readonly height: number; readonly children: ReactElement }) {
  return (
    <Box role="img" aria-label={words.chart({ title })} style={COLORS} h={height} w="100%" miw={0}>
      <ResponsiveContainer width="100%" height="100%">
        {children}
      </ResponsiveContainer>
    </Box>
  );
}

function shortened(name: string): string {
  return name.length > 16 ? `${name.slice(0, 15)}…` : name;
}
