import type { DestinationStream } from "pino";
import { FACTS } from "./log.ts";

type Entry = Readonly<Record<string, unknown>>;

/**
 * Turns the log into lines for a person, each with its time, level, event and facts, coloured unless `NO_COLOR` is set. To be
 * used where somebody is looking; elsewhere JSON is what other programs can read.
 */
export async function terminalLog({ output = process.stdout, colours }: TerminalOptions = {}): Promise<DestinationStream> {
  // Loaded here: a service whose log goes to a file never needs it.
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
  /** Without it, coloured where the terminal can show colours and nobody asked for none. */
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

/** `TypeError: fetch failed (ECONNREFUSED), because Error: …, at …/file.ts:1:2`: causes as far as the log has them, and the first frame. */
function errorOf(error: unknown): string {
  const { type, message, code, stack, cause } = error as Entry;
  const frame = typeof stack === "string" ? /^\s+at .*?([^\s(]+:\d+:\d+)\)?$/m.exec(stack)?.[1] : undefined;
  const reason = cause === undefined ? "" : `, because ${errorOf({ ...(cause as Entry), stack: undefined })}`;
  return `${type}: ${message}${code === undefined ? "" : ` (${code})`}${reason}${frame === undefined ? "" : `, at ${frame}`}`;
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}
