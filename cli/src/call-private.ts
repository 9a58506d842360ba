import { prepare } from "@rostrum/contract/client/request.ts";
import type { Operation } from "@rostrum/contract/operation.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import type { Call } from "./input.ts";
import { type Reply, send } from "./send.ts";
import type { Settings } from "./settings.ts";

/** Calls one of the operations below `/app/api` with the admin token. */
export async function callPrivate(call: Call, { settings, signal }: { settings: Settings; signal: AbortSignal }): Promise<Reply> {
  const { url, init } = prepare(privateRow(call.operation), call.input, { baseUrl: `${settings.url}/app/api` });
  const body = typeof init.body === "string" ? init.body : null;
  return await send({ method: init.method ?? "GET", url, token: await settings.adminToken(), body }, signal);
}

export function privateRow(name: string): Operation {
  const row = (privateOperations as Readonly<Record<string, Operation>>)[name];
  if (row === undefined) throw new Error(`There is no operation ${name}; run npm run openapi to update the commands`);
  return row;
}
