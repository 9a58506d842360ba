import type { DestinationStream } from "pino";
import { FACTS } from "./log.ts";

type Entry = Readonly<Record<string, unknown>>;

/**
 * Formats the log for people: one line each with time, level, event and facts, coloured unless `NO_COLOR` is set. Use it only on
 * a terminal; anywhere else JSON is easier to process.
 */
export async function terminalLog({ output = process.stdout, colours }: TerminalOptions = {}): Promise<DestinationStream> {
  // Loaded on demand: a service that logs to a file never needs it.
  const { isColorSupported, prettyFactory } = await import("pino-pretty");
  const prettify = prettyFactory({
    colorize: colours ?? isColorSupported,
    hideObject: true,
    translateTime: "SYS:HH:MM:ss",
    messageFormat: (entry) => sentenceOf(entry[FACTS] as Entry),
  });
  return { write: (line: string) => void output.write(prettify(line)) };
}

interface TerminalOptions {
  readonly output?: { write(text: string): unknown };
  /** By default, whether the terminal supports colours and `NO_COLOR` is not set. */
  readonly colours?: boolean;
}

function sentenceOf({ event, ...facts }: Entry): string {
  if (event === "request") return `${facts.method} ${facts.path} ${facts.status} (${facts.ms} ms)`;
  const told = Object.entries(facts).map(([name, value]) => factOf(name, value));
  return oneLine(told.length === 0 ? String(event) : `${event}: ${told.join(", ")}`);
}

function factOf(name: string, value: unknown): string {
  if (name === "err") return errorOf(value);
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
  return `${name} ${text}`;
}

/**
 * `TypeError: fetch failed (ECONNREFUSED), because Error: …, at …/file.ts:1:2`: the causes in the log, and the first stack
 * frame.
 */
function errorOf(error: unknown): string {
  const { type, message, code, stack, cause } = error as Entry;
  const frame = typeof stack === "string" ? /^\s+at .*?([^\s(]+:\d+:\d+)\)?$/m.exec(stack)?.[1] : undefined;
  const reason = cause === undefined ? "" : `, because ${errorOf({ ...(cause as Entry), stack: undefined })}`;
  return `${type}: ${message}${code === undefined ? "" : ` (${code})`}${reason}${frame === undefined ? "" : `, at ${frame}`}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}
