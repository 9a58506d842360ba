import { type DestinationStream, type LogFn, type Logger, pino } from "pino";
import { shortageOf } from "../shortages.ts";
import { currentSpan } from "../spans.ts";
import { HIDDEN, hideSecrets, type KnownSecrets, SECRET_FIELDS } from "./secrets.ts";

export type Log = Logger;

/**
 * Logs JSON lines to standard output, or hands them to `terminal`. Values under secret-bearing names are redacted at any
 * depth, and so are the secrets of the service itself.
 */
export function createLog(level: string, { destination, terminal, known }: LogOptions = {}): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceOf,
    serializers: { err: (error: unknown) => errorFacts(error) },
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: HIDDEN },
    hooks: {
      logMethod: seldom(),
      streamWrite: (line: string) => hideSecrets(known?.hide(line) ?? line),
    },
  };
  if (terminal !== undefined) return pino({ ...options, nestedKey: FACTS }, terminal);
  return pino(options, destination ?? standardOutput());
}

/** Lines that a full disk does not take are kept for when it does, so many of them. */
const KEPT_BYTES_MAX = 1024 * 1024;

/** A log in a file on a full disk must not end the service: it loses lines. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: KEPT_BYTES_MAX });
  output.on("error", () => {});
  return output;
}

const SHORTAGE_SECONDS = 60;

/**
 * While the disk is full or the database away, each request and each loop fails, and lines about it would fill the disk that others make
 * room on. So each event has one line a minute for each thing that is lacking; `more` says how many were left out since the last.
 */
function seldom() {
  const told = new Map<string, { at: number; more: number }>();
  const toTell = (facts: unknown): unknown => {
    if (!isFacts(facts)) return facts;
    const shortage = shortageOf(facts.err);
    if (shortage === null) return facts;
    const cause = `${facts.event} ${facts.part} ${shortage}`;
    const last = told.get(cause);
    const now = performance.now();
    if (last !== undefined && now - last.at < SHORTAGE_SECONDS * 1000) {
      last.more += 1;
      return null;
    }
    told.set(cause, { at: now, more: 0 });
    return { ...facts, ...(last === undefined ? {} : { more: last.more }) };
  };
  return function log(this: Logger, line: Parameters<LogFn>, write: LogFn): void {
    const [facts, ...rest] = line as readonly unknown[];
    const telling = toTell(facts);
    if (telling !== null) Reflect.apply(write, this, [telling, ...rest]);
  };
}

function isFacts(facts: unknown): facts is { readonly err: unknown; readonly event?: string; readonly part?: string } {
  return typeof facts === "object" && facts !== null && "err" in facts;
}

/** By the names that OpenTelemetry has for logs of other formats; nothing where no traces are kept. */
function traceOf(): Readonly<Record<string, string>> {
  const span = currentSpan();
  return span === null ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

interface LogOptions {
  readonly destination?: DestinationStream;
  /** See `terminalLog`. */
  readonly terminal?: DestinationStream | undefined;
  /** The service's own secrets, removed wherever they turn up. */
  readonly known?: KnownSecrets;
}

/**
 * Key that holds the event and facts of a line for the terminal, because some of their names mean something else to the printer.
 */
export const FACTS = "facts";

interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

/** A chain of causes may be circular. */
const CAUSES_MAX = 4;

/** What helps to diagnose an error. Omits its other properties: some library errors carry whole connections. */
function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  return {
    type: error.constructor.name,
    message: error.message,
    ...("code" in error && error.code !== undefined ? { code: String(error.code) } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= CAUSES_MAX ? {} : { cause: errorFacts(error.cause, depth + 1) }),
  };
}
