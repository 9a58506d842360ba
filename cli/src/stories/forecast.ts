import type { ForecastLine } from "@rostrum/contract/private/foresight.ts";
import { forecastReasons } from "@rostrum/contract/reasons.ts";
import { cellText } from "../cells.ts";
import type { Terminal } from "../terminal.ts";
import { channelName, indented, postName, sign, strong } from "./words.ts";

/** What will be published, by day, with one line per post and its channels; then what stays, and why. */
export function forecastStory(lines: readonly ForecastLine[], terminal: Terminal): string {
  const leaving = lines.filter(({ local }) => local !== null);
  const staying = lines.filter(({ local }) => local === null);
  const days = Map.groupBy(leaving, ({ local }) => (local ?? "").slice(0, 10));
  const parts = [...days].map(([day, entries]) => [strong(dayTitle(day), terminal), ...indented(departures(entries, terminal))]);
  if (staying.length > 0) parts.push([strong("Not published", terminal), ...indented(stays(staying))]);
  return parts.length === 0 ? "Nothing will be published, and nothing is waiting." : parts.map((part) => part.join("\n")).join("\n\n");
}

/** `Monday, 23 November 2026`. */
export function dayTitle(day: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

function departures(entries: readonly ForecastLine[], terminal: Terminal): string[] {
  const groups = Map.groupBy(entries, ({ local, postId, collectionId, slot }) => `${local} ${postId} ${collectionId} ${slot}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const head = `${first.local?.slice(11)}  ${postName(first.postId, first.post)} from ${cellText(first.collection)}`;
    const well = group.filter(isPlain).map((entry) => `${sign("done", terminal)} ${channelName(entry)}`);
    const rest = group.filter((entry) => !isPlain(entry)).map((entry) => noted(entry, terminal));
    return [[head, ...well].join("  "), ...indented(rest, 4)];
  });
}

/** Published, and there is nothing more to say. */
function isPlain({ outcome, reason }: ForecastLine): boolean {
  return outcome === "PUBLISHED" && reason === null;
}

function noted(entry: ForecastLine, terminal: Terminal): string {
  const { outcome, reason, message } = entry;
  const why = reason === null ? "is left out" : HOLDS.has(reason) ? cellText(message) : meaningOf(reason);
  return `${sign(outcome === "PUBLISHED" ? "open" : "not", terminal)} ${channelName(entry)}: ${why}`;
}

/** Their messages say why and until when. */
const HOLDS: ReadonlySet<string> = new Set(["channel_held", "held_too_long"]);

/** One line per post, whatever the number of its channels: the reason is the same for all. */
function stays(entries: readonly ForecastLine[]): string[] {
  const posts = Map.groupBy(entries, ({ postId }) => postId);
  return [...posts.values()].flatMap(([first]) =>
    first === undefined
      ? []
      : [
          `${postName(first.postId, first.post)} in ${cellText(first.collection)}: ${first.reason === null ? "-" : meaningOf(first.reason)}`,
        ],
  );
}

/** In the table the sentence ends with the status that programs get; for people the sign says it. */
function meaningOf(reason: keyof typeof forecastReasons): string {
  return forecastReasons[reason].replace(/: (SKIPPED|FAILED)\.$/, ".");
}
