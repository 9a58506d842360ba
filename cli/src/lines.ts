import type { CommandRow } from "@rostrum/contract/commands.ts";
import { callPublic } from "./call-public.ts";
import { printRequest } from "./dry-run.ts";
import { Failure, NOT_SIGNED_IN, RATE_LIMITED, REFUSED, UNREACHABLE, USAGE } from "./failure.ts";
import type { Environment } from "./folders.ts";
import type { Given } from "./given.ts";
import { assertOneReader, type Call, callsOf } from "./input.ts";
import { interruptible } from "./interrupt.ts";
import { readPayloadLines } from "./read.ts";
import { readSettings } from "./settings.ts";

/** After these the next line would fare no better. */
const ENDING: readonly number[] = [NOT_SIGNED_IN, RATE_LIMITED, UNREACHABLE];

interface Line extends Call {
  readonly line: number;
}

/**
 * Runs a command once for each line of a file, one after the other, with one line of output for each. What the service refuses is told
 * and passed over; what would befall all others, too, ends it. Nothing is sent if a line cannot be read.
 */
export async function executeLines(
  row: CommandRow,
  given: Given & { readonly payloadLines: string },
  environment: Environment,
): Promise<void> {
  if (given.payload !== undefined) throw new Failure(USAGE, "error: --payload and --payload-lines cannot be used together");
  assertOneReader(row, given);
  const read = await readPayloadLines(given.payloadLines);
  const calls = await callsOf(
    row,
    given,
    read.map(({ body }) => body),
  );
  const lines = calls.map((call, index): Line => ({ ...call, line: read[index]?.line ?? 0 }));
  const settings = readSettings(environment, given.url);
  if (given.dryRun) {
    for (const line of lines) await printRequest(row, line, { settings, given });
    return;
  }
  let refused = 0;
  await interruptible({ mutates: true }, async (signal) => {
    for (const line of lines) {
      try {
        // As for all pages of a list, a limit on requests is waited for.
        const { data } = await callPublic(row, line, { settings, all: true, signal });
        tell(given, { line: line.line, data });
      } catch (error) {
        if (!(error instanceof Failure) || signal.aborted) throw error;
        if (ENDING.includes(error.exitCode)) throw new Failure(error.exitCode, endText(error, line, lines));
        refused += 1;
        tell(given, { line: line.line, error: error.message });
      }
    }
  });
  if (refused > 0)
    throw new Failure(
      REFUSED,
      `${refused} of ${lines.length} ${lines.length === 1 ? "line" : "lines"} ${refused === 1 ? "was" : "were"} refused.`,
    );
}

type Told = { readonly line: number } & ({ readonly data: unknown } | { readonly error: string });

/** As JSON, or as `3: post 81`. */
function tell(given: Given, told: Told): void {
  process.stdout.write(`${given.json === true ? JSON.stringify(told) : plain(told)}\n`);
}

function plain(told: Told): string {
  if ("error" in told) return `${told.line}: refused: ${told.error.replaceAll("\n", " ")}`;
  const { data } = told;
  return `${told.line}: post ${typeof data === "object" && data !== null && "id" in data ? String(data.id) : ""}`;
}

function endText({ exitCode, message }: Failure, { line }: Line, lines: readonly Line[]): string {
  const left = lines.filter((other) => other.line > line).length;
  const own = exitCode === UNREACHABLE ? "It is not known whether it was carried out: check the lists." : "It was not carried out.";
  const others = left === 0 ? "" : ` The ${left} ${left === 1 ? "line" : "lines"} after it ${left === 1 ? "was" : "were"} not sent.`;
  return `${message}\nStopped at line ${line}. ${own}${others}`;
}
