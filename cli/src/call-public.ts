import { pause } from "@rostrum/contract/client/pause.ts";
import type { Doubt } from "@rostrum/contract/client/reconcile/facts.ts";
import { createReconcilingClient } from "@rostrum/contract/client/reconcile.ts";
import type { CallOptions, Failure as Failed, PageFacts } from "@rostrum/contract/client/types.ts";
import { createClient } from "@rostrum/contract/client.ts";
import type { CommandRow } from "@rostrum/contract/commands.ts";
import { warnOnce } from "./deprecation.ts";
import { exitCodeOf, Failure, UNREACHABLE } from "./failure.ts";
import type { Call, Input } from "./input.ts";
import type { Reply } from "./send.ts";
import type { Settings } from "./settings.ts";
import { turnsByFile } from "./turns.ts";
import { uploading } from "./upload.ts";

interface Context {
  readonly settings: Settings;
  readonly all: boolean;
  readonly signal: AbortSignal;
}

/** A person is waiting: a refusal that asks for a longer wait is reported at once. Fetching all pages may take longer. */
const WAIT_SECONDS_MAX = { one: 5, all: 60 } as const;

/** More than that are others' requests with the same key, which may go on for ever. */
const LIMIT_REFUSALS_MAX = 5;

/**
 * Calls an operation of the API with the key. With `all` every page of a list is fetched, and `pagination` is the last page's.
 */
export async function callPublic(row: CommandRow, call: Call, { settings, all, signal }: Context): Promise<Reply> {
  const apiKey = await settings.apiKey();
  const retry = { times: 3, firstWaitSeconds: 0.2, waitSecondsMax: all ? WAIT_SECONDS_MAX.all : WAIT_SECONDS_MAX.one };
  await using upload = call.operation === "uploadMedia" ? await uploading(call.input) : null;
  const client = createReconcilingClient({
    baseUrl: `${settings.url}/v1`,
    apiKey,
    retry,
    fetch: upload?.fetch ?? withoutRedirects,
    takeTurns: turnsByFile(settings.turnsFolder, signal),
    onDeprecation: warnOnce,
    onDoubt: (doubt) => void process.stderr.write(`${doubtText(doubt)}\n`),
  });
  const input = upload?.input ?? call.input;
  if (!row.paginated || !all) {
    const send = () => methodOf(client, call.operation)(input, { signal });
    return replyOf(await (all ? waitingForLimits(send, signal) : send()));
  }
  const rows: unknown[] = [];
  let pagination: PageFacts | null = null;
  for await (const result of walkOf(client.pages, call.operation)(pageOf(call.input), { signal })) {
    const reply = replyOf(result);
    rows.push(...(Array.isArray(reply.data) ? reply.data : []));
    if (result.ok) pagination = result.pagination;
  }
  return { data: rows, pagination: pagination ?? undefined };
}

/** The client repeats only what reads. But what a limit refuses is not carried out, so a change can be sent again, too. */
async function waitingForLimits(send: () => ReturnType<Method>, signal: AbortSignal): ReturnType<Method> {
  for (let refusals = 0; ; refusals += 1) {
    const result = await send();
    const wait = result.ok || result.problem.kind !== "limit" ? null : result.problem.waitSeconds;
    if (wait === null || wait > WAIT_SECONDS_MAX.all || refusals === LIMIT_REFUSALS_MAX) return result;
    await pause(wait, signal);
  }
}

/** Progress of a mutation whose reply was lost, for standard error: standard output only gets the result. */
function doubtText(doubt: Doubt): string {
  switch (doubt.step) {
    case "looking":
      return `${doubt.problem.problem.message} Checking the lists to see whether it was carried out anyway.`;
    case "found":
      return `It was carried out: the lists show it as ${doubt.id}.`;
    case "again":
      return "The lists show no trace of it. Sending it again.";
  }
}

/** Uses the largest page size, unless another was given. */
function pageOf(input: Input): Input {
  return { perPage: 100, ...input };
}

/** A redirect would resend the body, or drop it, to a URL the user did not choose. */
const withoutRedirects: typeof fetch = (url, init) => fetch(url, { ...init, redirect: "manual" });

interface Succeeded {
  readonly ok: true;
  readonly data: unknown;
  readonly pagination: PageFacts | null;
}

type Method = (input: object, options: CallOptions) => Promise<Succeeded | Failed>;
type Walk = (input: object, options: CallOptions) => AsyncGenerator<Succeeded | Failed, void, void>;

/** Safe because the command's row names an operation of the table the client is generated from. */
function methodOf(client: object, operation: string): Method {
  return (client as Readonly<Record<string, Method>>)[operation] as Method;
}

function walkOf(pages: object, operation: string): Walk {
  return (pages as Readonly<Record<string, Walk>>)[operation] as Walk;
}

export function replyOf(result: Succeeded | Failed): Reply {
  if (result.ok) return { data: result.data, pagination: result.pagination ?? undefined };
  throw new Failure(isAnswered(result) ? exitCodeOf(result.status) : UNREACHABLE, sentences(result));
}

/** Whether the service said what has become of the request. */
function isAnswered(result: Failed): result is Failed & { readonly status: number } {
  return result.status !== null && result.problem.kind !== "unreadable" && result.problem.kind !== "unsettled";
}

/** Every message of a refusal, without duplicates. */
function sentences({ problem }: Failed): string {
  if (problem.kind === "limit")
    return `${problem.message}${problem.waitSeconds === null ? "" : ` Try again in ${Math.ceil(problem.waitSeconds)} seconds.`}`;
  const errors = "errors" in problem ? Object.values(problem.errors).flat() : [];
  if (problem.kind === "unreachable") return `${problem.message} Is the service running? Set its URL with ROSTRUM_URL or --url.`;
  return [...new Set(errors.length > 0 ? errors : [problem.message])].join("\n");
}

/** The name of the key's user; a `Failure` if the service refuses the key or cannot be reached. */
export async function checkKey(url: string, apiKey: string): Promise<string> {
  const client = createClient({
    baseUrl: `${url}/v1`,
    apiKey,
    retry: { times: 1, waitSecondsMax: WAIT_SECONDS_MAX.one },
    fetch: withoutRedirects,
  });
  const result = await client.validateToken();
  if (!result.ok) replyOf(result);
  return result.ok ? result.data.name : "";
}
