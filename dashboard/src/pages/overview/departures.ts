import type { ForecastLine } from "@rostrum/contract/private/foresight.ts";

/** A post that leaves at a moment, with what becomes of it on each channel. */
export interface Departure {
  readonly postId: number;
  readonly post: string;
  readonly collection: string;
  /** In the brand's zone: `Y-m-d H:i`. */
  readonly local: string;
  /** `H:i`. */
  readonly time: string;
  readonly channels: readonly {
    readonly id: number;
    readonly name: string;
    readonly type: string;
    readonly outcome: ForecastLine["outcome"];
    readonly message: string | null;
  }[];
  /** Why it will not be published on some of them. */
  readonly isRefused: readonly string[];
}

export interface Day {
  /** `Y-m-d`. */
  readonly day: string;
  readonly departures: readonly Departure[];
}

/** The lines of a forecast as days with departures, in their order. Posts that stay are left out. */
export function departuresByDay(lines: readonly ForecastLine[]): Day[] {
  const leaving = lines.filter((line): line is ForecastLine & { readonly local: string } => line.local !== null);
  const posts = Map.groupBy(leaving, ({ postId, local }) => `${local} ${postId}`);
  const departures = [...posts.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [departureOf(first, [first, ...others])],
  );
  return [...Map.groupBy(departures, ({ local }) => local.slice(0, 10))].map(([day, those]) => ({ day, departures: those }));
}

function departureOf(first: ForecastLine & { readonly local: string }, lines: readonly ForecastLine[]): Departure {
  const { postId, post, collection, local } = first;
  const channels = lines.flatMap(({ channelId, channel, channelType, outcome, message }) =>
    channelId === null ? [] : [{ id: channelId, name: channel ?? "", type: channelType ?? "", outcome, message }],
  );
  const refused = lines.filter(({ outcome }) => outcome !== "PUBLISHED");
  const isRefused = [...new Set(refused.map(whyNot))];
  return { postId, post, collection, local, time: local.slice(11), channels, isRefused };
}

/** Messages often begin with the network's name already. */
function whyNot({ channelType, message, reason }: ForecastLine): string {
  const text = message ?? reason ?? "";
  return channelType === null || text.startsWith(channelType) ? text : `${channelType}: ${text}`;
}
