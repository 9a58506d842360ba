import { styleText } from "node:util";
import { doctorOperations, type Finding } from "@rostrum/contract/private/doctor.ts";
import { callPrivate } from "./call-private.ts";
import { cellText } from "./cells.ts";
import { Failure, INTERRUPTED, REFUSED, UNREACHABLE } from "./failure.ts";
import type { Environment } from "./folders.ts";
import type { Given } from "./given.ts";
import { interruptible } from "./interrupt.ts";
import { findServerModule } from "./server-package.ts";
import { readSettings, type Settings } from "./settings.ts";
import { type Terminal, terminalOf } from "./terminal.ts";

/** The part of the server package used here. */
interface Doctor {
  examineLocally(environment: Environment): Promise<Finding[]>;
}

/** A service that hangs is no answer either. */
const ANSWER_SECONDS_MAX = 60;

/** `rostrum doctor`: one line for each finding. The exit code is 1 if one of them is a fault. */
export async function examine(given: Given, environment: Environment): Promise<void> {
  const settings = readSettings(environment, given.url);
  const findings = await interruptible({ mutates: false }, (signal) => findingsOf(settings, environment, signal));
  const fine = findings.every(({ level }) => level !== "fault");
  const terminal = terminalOf(process.stdout, environment);
  const text = given.json === true ? JSON.stringify({ fine, findings }, null, 2) : findings.map((one) => lineOf(one, terminal)).join("\n");
  process.stdout.write(`${text}\n`);
  if (!fine) process.exitCode = REFUSED;
}

async function findingsOf(settings: Settings, environment: Environment, interrupted: AbortSignal): Promise<readonly Finding[]> {
  try {
    const { data } = await callPrivate({ operation: "examineService", input: {} }, { settings, signal: inTime(settings, interrupted) });
    return doctorOperations.examineService.data.parse(data).findings;
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode === INTERRUPTED) throw error;
    return [notAsked(error), ...(await locally(environment))];
  }
}

function inTime({ url }: Settings, interrupted: AbortSignal): AbortSignal {
  const late = new AbortController();
  const failure = new Failure(UNREACHABLE, `${url} has not answered within ${ANSWER_SECONDS_MAX} s. Look at its log and its load.`);
  setTimeout(() => late.abort(failure), ANSWER_SECONDS_MAX * 1000).unref();
  return AbortSignal.any([interrupted, late.signal]);
}

/** The failure's own words say what to do, too. */
function notAsked({ message }: Failure): Finding {
  return { check: "service", level: "fault", message, advice: "This is what can be checked without it:" };
}

async function locally(environment: Environment): Promise<readonly Finding[]> {
  const doctor = await findServerModule<Doctor>("doctor");
  if (doctor !== null) return doctor.examineLocally(environment);
  const advice = "Run this command where Rostrum itself is installed.";
  return [
    { check: "machine", level: "warning", message: "Only the command line is installed here, so nothing more can be checked.", advice },
  ];
}

const SIGNS = { ok: ["✓", "green"], warning: ["!", "yellow"], fault: ["✗", "red"] } as const;

/** `! backups: There is no backup in the data directory. Make one with …`. */
function lineOf({ check, level, message, advice }: Finding, { colours }: Terminal): string {
  const [letter, colour] = SIGNS[level];
  const sign = colours ? styleText(colour, letter, { validateStream: false }) : letter;
  return `${sign} ${check}: ${cellText(message)}${advice === null ? "" : ` ${cellText(advice)}`}`;
}
