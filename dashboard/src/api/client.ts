import { notifications } from "@mantine/notifications";
import { createReconcilingClient } from "@rostrum/contract/client/reconcile.ts";
import type { CallProblem, Failure } from "@rostrum/contract/client/types.ts";
import { createTableClient } from "@rostrum/contract/client.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import { words } from "../parts/words.ts";

/** The session's token, repeated in requests that change something. Known once the session has been read. */
let token = "";

export function keepToken(given: string): void {
  token = given;
}

export function tokenHeader(): Readonly<Record<string, string>> {
  return { "x-rostrum-token": token };
}

const send: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("x-rostrum-token", token);
  return fetch(input, { ...init, headers });
};

const options = { credentials: "same-origin", fetch: send } as const;

/** The operations that only the dashboard and the operator have. */
export const api = createTableClient(privateOperations, { ...options, baseUrl: "/app/api" });
/** The public operations, for the person who is signed in. */
export const v1 = createTableClient(operations, { ...options, baseUrl: "/app/api/v1" });

/** The same for what must not be made twice: if the reply is lost, it is looked for before it is sent again. A person waits meanwhile. */
export const once = createReconcilingClient(
  {
    ...options,
    baseUrl: "/app/api/v1",
    reconcile: { sends: 2, looks: { times: 3, firstWaitSeconds: 0.5, waitSecondsMax: 2 } },
    onDoubt: ({ step }) => {
      if (step === "looking") notifications.show({ id: "doubt", color: "yellow", message: words.inDoubt, autoClose: 30_000 });
      else notifications.hide("doubt");
    },
  },
  // The same automation as the public operation makes, with what it has no field for.
  { ...v1, createAutomation: (input, call) => api.addAutomation(input, call) },
);

/** A call that did not succeed, for queries and mutations, which expect an exception. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  readonly status: number | null;
  readonly problem: CallProblem;

  constructor({ status, problem }: Failure) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }

  /** Messages by the name of the field or thing that they are about. */
  get fields(): Readonly<Record<string, string>> {
    const errors = "errors" in this.problem ? this.problem.errors : {};
    return Object.fromEntries(Object.entries(errors).map(([name, sentences]) => [name, sentences.join(" ")]));
  }
}

/** Why something did not work: what is said of its fields or things, each once; without that, the message. */
export function sentenceOf(error: unknown): string {
  const sentences = error instanceof CallFailed ? [...new Set(Object.values(error.fields))] : [];
  if (sentences.length > 0) return sentences.join(" ");
  return error instanceof Error ? error.message : String(error);
}

/** Somebody has signed in again elsewhere: the page does not have the new session yet. */
export function isOtherSession(error: Error): boolean {
  return error instanceof CallFailed && error.status === 403 && error.fields.token !== undefined;
}

/** Whether a call was refused because what the person saw is not how it is any more. */
export function isOutdated(error: Error): boolean {
  return error instanceof CallFailed && error.status === 409;
}

interface AnySuccess {
  readonly ok: true;
  readonly data: unknown;
}

/** The data of a reply; throws `CallFailed` otherwise. */
export async function dataOf<S extends AnySuccess>(reply: Promise<S | Failure>): Promise<S["data"]> {
  const result = await reply;
  if (!result.ok) throw new CallFailed(result);
  return result.data;
}

/** A page of a list with the number of all rows; throws `CallFailed` otherwise. */
export async function pageOf<S extends AnySuccess & { readonly pagination: unknown }>(
  reply: Promise<S | Failure>,
): Promise<{ readonly rows: S["data"]; readonly pagination: S["pagination"] }> {
  const result = await reply;
  if (!result.ok) throw new CallFailed(result);
  return { rows: result.data, pagination: result.pagination };
}
