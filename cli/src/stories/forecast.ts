import type { ForecastLine } from "@rostrum/contract/private/foresight.ts";
import { forecastReasons } from "@rostrum/contract/reasons.ts";
import { cellText } from "../cells.ts";
import type { Terminal } from "../terminal.ts";
import { folded } from "../width.ts";
import { channelName, indented, postName, sign, strong } from "./words.ts";

/** What will be published, by day, with one line per post and its channels; then what stays, and why. On a terminal lines fit its width. */
export function forecastStory(lines: readonly ForecastLine[], terminal: Terminal): string {
  const leaving = lines.filter(({ local }) => local !== null);
  const staying = lines.filter(({ local }) => local === null);
  const days = Map.groupBy(leaving, dayOf);
  const parts = [...days].map(([day, entries]) => [strong(day, terminal), ...indented(departures(entries, terminal))]);
  if (staying.length > 0) parts.push([strong("Not published", terminal), ...indented(stays(staying))]);
  if (parts.length === 0) return "Nothing will be published, and nothing is waiting.";
  const { width } = terminal;
  const fitted = width === null ? parts : parts.map((part) => part.flatMap((line) => folded(line, width)));
  return fitted.map((part) => part.join("\n")).join("\n\n");
}

const DAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** `Monday, 23 November 2026 (UTC+01:00)`: on a day on which the clocks change, there are two. */
function dayOf({ local, utc }: ForecastLine): string {
  const [here, there] = [local, utc].map((minute) => Date.parse(`${minute?.replace(" ", "T")}Z`));
  const ahead = ((here ?? 0) - (there ?? 0)) / 60_000;
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60].map((part) => String(part).padStart(2, "0"));
  return `${DAY.format(here)} (UTC${ahead === 0 ? "" : `${ahead < 0 ? "-" : "+"}${hours}:${minutes}`})`;
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
