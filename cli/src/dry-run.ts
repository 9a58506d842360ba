import { prepare } from "@rostrum/contract/client/request.ts";
import type { CommandRow } from "@rostrum/contract/commands.ts";
import type { Value } from "@rostrum/contract/flags.ts";
import type { Operation } from "@rostrum/contract/operation.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { privateRow } from "./call-private.ts";
import type { Given } from "./given.ts";
import type { Call, Input } from "./input.ts";
import type { Settings } from "./settings.ts";
import { tableFor } from "./table-file.ts";
import { fileFor } from "./upload.ts";

/**
 * Prints the request that the command would send, and sends nothing: no key is needed or shown. Secrets from standard input are
 * replaced by a placeholder.
 */
export async function printRequest(row: CommandRow, call: Call, context: { settings: Settings; given: Given }): Promise<void> {
  const { settings, given } = context;
  const isPublic = row.table === "public";
  const operation = isPublic ? publicRow(call.operation) : privateRow(call.operation);
  const baseUrl = `${settings.url}${isPublic ? "/v1" : "/app/api"}`;
  const request = operation.upload
    ? await uploadRequest(operation, call.input, baseUrl)
    : requestOf(operation, masked(row, call.input), baseUrl);
  printShown(request, given);
}

export function printShown(request: Shown, given: Given): void {
  process.stdout.write(`${given.json ? JSON.stringify(request, null, 2) : plain(request)}\n`);
}

interface Shown {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
}

function requestOf(operation: Operation, input: Readonly<Record<string, unknown>>, baseUrl: string): Shown {
  const { url, init } = prepare(operation, input, { baseUrl });
  return { method: operation.method, url, body: typeof init.body === "string" ? JSON.parse(init.body) : null };
}

async function uploadRequest(operation: Operation, input: Input, baseUrl: string): Promise<Shown> {
  const { upload, ...bare } = operation;
  const { method, url } = requestOf(bare, input, baseUrl);
  if (upload === "file") {
    const { file, fileName } = await tableFor(input);
    return { method, url, body: { file: { name: fileName, size: file.size } } };
  }
  const file = await fileFor(input);
  return { method, url, body: { media: { name: file.name, type: file.blob.type, size: file.blob.size } } };
}

function masked(row: CommandRow, input: Input): Record<string, Value> {
  const secrets = row.flags.filter((flag) => flag.form === "stdin" || flag.form === "json-file").map((flag) => flag.name);
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, secrets.includes(name) ? "(not shown)" : value]));
}

function plain({ method, url, body }: Shown): string {
  return `${method} ${url}${body === null ? "" : `\n\n${JSON.stringify(body, null, 2)}`}`;
}

function publicRow(name: string): Operation {
  const row = (operations as Readonly<Record<string, Operation>>)[name];
  if (row === undefined) throw new Error(`There is no operation ${name}; run npm run openapi to update the commands`);
  return row;
}
