import { setTimeout as sleep } from "node:timers/promises";
import type { CommandRow } from "@rostrum/contract/commands.ts";
import { parsePairs } from "@rostrum/contract/flag-text.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { callPrivate } from "./call-private.ts";
import { cellText } from "./cells.ts";
import { printRequest } from "./dry-run.ts";
import { Failure, REFUSED, USAGE } from "./failure.ts";
import type { Environment } from "./folders.ts";
import type { Given } from "./given.ts";
import type { Input } from "./input.ts";
import { interruptible } from "./interrupt.ts";
import { readSettings, type Settings } from "./settings.ts";

const POLL_MILLISECONDS = 1000;

type State = PrivateOutput<"showLogIn">;

/**
 * `admin channels connect --login`: prints an address, waits until somebody has logged in there, and connects the accounts that were
 * asked for, or those that the person chooses in the browser. With `--dry-run` it prints the first request and begins nothing.
 */
export async function logIn(row: CommandRow, given: Given, environment: Environment): Promise<void> {
  const settings = readSettings(environment, given.url);
  if (given.dryRun) return await printRequest(row, { operation: "beginLogIn", input: begunWith(given) }, { settings, given });
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const wanted = Array.isArray(given.account) ? given.account.map(String) : [];
  const channelIds = await interruptible({ mutates: true }, async (signal) => {
    const call = callWith(settings, signal);
    const begun = (await call("beginLogIn", begunWith(given))) as PrivateOutput<"beginLogIn">;
    say(`Log in at ${cellText(begun.network)}: open this address in a browser. It works once, for ten minutes.\n\n  ${begun.url}\n`);
    const look = () => call("showLogIn", { logInId: begun.id }) as Promise<State>;
    const state = await until(look, ["answered", "done"], signal);
    if (state.status === "done") return state.channelIds;
    for (const line of linesOf(state)) say(line);
    if (wanted.length === 0) {
      say("\nChoose in the browser, or start again with --account.");
      return (await until(look, ["done"], signal)).channelIds;
    }
    const preferences = pairsOf(given.preferences);
    const chosen = (await call("chooseLogInAccounts", {
      logInId: begun.id,
      accounts: wanted,
      ...preferences,
    })) as PrivateOutput<"chooseLogInAccounts">;
    return chosen.channelIds;
  });
  const value = { ids: channelIds };
  process.stdout.write(given.json === true ? `${JSON.stringify(value)}\n` : `Connected: ${channelIds.join(", ")}\n`);
}

function begunWith(given: Given): Input {
  const [brandId, type] = [textOf(given.brandId), textOf(given.type)];
  if (brandId === null || type === null) throw new Failure(USAGE, "error: --login needs --brand-id and --type\n\nAdd --help for usage.");
  const application = typeof given.application === "string" ? { application: given.application } : {};
  return { brandId: Number(brandId), type, ...(given.sandbox === true ? { sandbox: true } : {}), ...application };
}

/** The flags `--preference name=value`, as the body has them. */
function pairsOf(texts: unknown): Input {
  const read = Array.isArray(texts) ? parsePairs(texts.map(String)) : null;
  return read === null ? {} : { preferences: read.value };
}

/** Flags of the table come as lists. */
function textOf(value: unknown): string | null {
  const [text] = Array.isArray(value) ? value : [value];
  return typeof text === "string" ? text : null;
}

function callWith(settings: Settings, signal: AbortSignal) {
  return async (operation: string, input: Input): Promise<unknown> => (await callPrivate({ operation, input }, { settings, signal })).data;
}

async function until(look: () => Promise<State>, states: readonly State["status"][], signal: AbortSignal): Promise<State> {
  for (;;) {
    const state = await look();
    if (states.includes(state.status)) return state;
    if (state.status === "failed") throw new Failure(REFUSED, state.problem ?? "The log-in failed.");
    if (state.status === "over") throw new Failure(REFUSED, "Nobody logged in within the time. Run the command again.");
    await sleep(POLL_MILLISECONDS, undefined, { signal });
  }
}

function linesOf({ person, accounts }: State): string[] {
  const rows = accounts.map(({ id, name, handle, problem, limits, channelId, preferences }) => {
    const notes = [problem, channelId === null ? null : `connected already, as channel ${channelId}`, ...limits].filter(
      (note) => note !== null,
    );
    const line = `  ${cellText(id)}  ${cellText(name)}${handle === name ? "" : ` (${cellText(handle)})`}`;
    const asked = preferences.map((preference) => `\n      ${cellText(preferenceText(preference))}`).join("");
    return `${line}${notes.length === 0 ? "" : `: ${cellText(notes.join(" "))}`}${asked}`;
  });
  const head = `Logged in as ${cellText(person ?? "")}. The accounts:`;
  return rows.length === 0 ? [`Logged in as ${cellText(person ?? "")}, who has no account to connect.`] : [head, ...rows];
}

/** `--preference audience=everyone|friends: Who may see posts`, with the value that counts if none is given. */
function preferenceText({ name, label, value, options, kind }: State["accounts"][number]["preferences"][number]): string {
  const words = kind === "switch" ? ["on", "off"] : options.flatMap((option) => (option.problem === null ? [option.value] : []));
  const now = value === null ? "has to be chosen" : `else ${kind === "switch" ? (value === true ? "on" : "off") : value}`;
  return `--preference ${name}=${words.join("|")}: ${label} (${now})`;
}
