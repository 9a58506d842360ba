import { prepare } from "@rostrum/contract/client/request.ts";
import type { Operation } from "@rostrum/contract/operation.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import type { Call } from "./input.ts";
import { multipart } from "./multipart.ts";
import { type Body, failedChange, type Reply, send } from "./send.ts";
import type { Settings } from "./settings.ts";
import { tableFor } from "./table-file.ts";

/** Calls one of the operations below `/app/api` with the admin token, or with the API key where that will do. */
export async function callPrivate(call: Call, { settings, signal }: { settings: Settings; signal: AbortSignal }): Promise<Reply> {
  const row = privateRow(call.operation);
  const input = row.upload ? { ...call.input, ...(await tableFor(call.input)) } : call.input;
  const { url, init } = prepare(row, input, { baseUrl: `${settings.url}/app/api` });
  const body = init.body instanceof FormData ? await formBytes(init.body) : typeof init.body === "string" ? jsonBody(init.body) : null;
  const token = await (byKey(call.operation) ? settings.tokenOrKey() : settings.adminToken());
  const sent = send({ method: init.method ?? "GET", url, token, body }, signal);
  return await (row.method === "GET" || row.changesNothing === true ? sent : sent.catch(failedChange));
}

function jsonBody(text: string): Body {
  return { type: "application/json", bytes: Buffer.from(text) };
}

/** Files of private operations are small enough to be held in memory. */
async function formBytes(given: FormData): Promise<Body> {
  const form = multipart(given, () => {});
  return { type: form.contentType, bytes: Buffer.from(await new Response(form.body()).arrayBuffer()) };
}

function byKey(operation: string): boolean {
  return (privateOperations as Readonly<Record<string, { readonly byKey?: true }>>)[operation]?.byKey === true;
}

export function privateRow(name: string): Operation {
  const row = (privateOperations as Readonly<Record<string, Operation>>)[name];
  if (row === undefined) throw new Error(`There is no operation ${name}; run npm run openapi to update the commands`);
  return row;
}
