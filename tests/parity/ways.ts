import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../../contract/src/client.ts";
import { flagsOf } from "../../contract/src/flags.ts";
import { kebabCase, type Operation, snakeCase } from "../../contract/src/operation.ts";
import { type OperationName, operations } from "../../contract/src/operations.ts";
import type { Place } from "../../server/src/testing/builders.ts";
import type { Stage } from "../../server/src/testing/stage.ts";
import { aLocalToolClient, aToolClient, PROGRAM, type ToolClient } from "../../server/src/testing/tool-client.ts";
import { aToolToken } from "../../server/src/testing/tool-token.ts";

/** The fields of an operation side by side; of an upload `file` and `fileName`. */
export type Given = Readonly<Record<string, unknown>>;

/** What a way answered, in a form that all ways have in common. */
export type Outcome =
  | { readonly data: unknown; readonly page: Page | null }
  /** Every sentence of the refusal, sorted. */
  | { readonly refused: readonly string[] };

export interface Page {
  readonly currentPage: number;
  readonly perPage: number;
  readonly total: number;
  readonly lastPage: number;
  readonly hasNext: boolean;
}

/** One of the ways to the operations, for one person. */
export interface Way extends AsyncDisposable {
  call(operation: OperationName, given: Given): Promise<Outcome>;
}

export type Open = (stage: Stage, place: Place, folder: string) => Promise<Way>;

const rowOf = (operation: OperationName): Operation => operations[operation];

export const ways: Readonly<Record<string, Open>> = {
  "the REST API": async (stage, { person }) => ({
    async call(operation, given) {
      const row = rowOf(operation);
      const { path, query, body } = requestOf(row, given);
      const reply = await fetch(`${stage.url}/v1${path}${query.size > 0 ? `?${query}` : ""}`, {
        method: row.method,
        headers: { Authorization: `Bearer ${person.key}`, ...(typeof body === "string" ? { "Content-Type": "application/json" } : {}) },
        ...(body === null ? {} : { body }),
      });
      const { data, pagination, errors } = await reply.json();
      return reply.ok ? succeeded(data, pagination) : refused(errors);
    },
    async [Symbol.asyncDispose]() {},
  }),

  "the typed client": async (stage, { person }) => {
    const client = createClient({ baseUrl: `${stage.url}/v1`, apiKey: person.key });
    return {
      async call(operation, { file, ...given }) {
        const input = file === undefined ? given : { ...given, media: new Blob([file as Buffer<ArrayBuffer>]) };
        const result = await methodOf(client, operation)(input);
        if (result.ok) return succeeded(result.data, result.pagination);
        return refused("errors" in result.problem ? result.problem.errors : {});
      },
      async [Symbol.asyncDispose]() {},
    };
  },

  "the tool server": async (stage, { person }) => toolWay(await aToolClient(stage.url, await aToolToken(stage.app, person.email))),

  "the tools on standard input": async (stage, { person }) => toolWay(await aLocalToolClient({ url: stage.url, key: person.key })),

  "the command line": async (stage, { person }, folder) => ({
    async call(operation, { file, fileName, ...given }) {
      const flags = Object.entries(given).flatMap(([name, value]) => flagOf(operation, name, value));
      if (file !== undefined) {
        const path = join(folder, String(fileName));
        await writeFile(path, file as Buffer);
        flags.push("--media", path);
      }
      const env = { ROSTRUM_URL: stage.url, ROSTRUM_API_KEY: person.key, HOME: folder };
      const words = (rowOf(operation).command ?? "").split(" ");
      const { out, error } = await runProgram([...words, ...flags, "--json"], env);
      if (error !== "") return { refused: error.trim().split("\n").sort() };
      const reply = JSON.parse(out);
      return succeeded(reply.data, reply.pagination);
    },
    async [Symbol.asyncDispose]() {},
  }),
};

function requestOf(row: Operation, given: Given) {
  const { file, fileName, ...fields } = given;
  const taken = new Set([...Object.keys(row.params?.shape ?? {}), ...Object.keys(row.query?.shape ?? {})]);
  const path = row.path.replace(/\{(\w+)\}/g, (_, name) =>
    String(Object.entries(fields).find(([field]) => snakeCase(field) === name)?.[1]),
  );
  const query = new URLSearchParams(
    Object.keys(row.query?.shape ?? {}).flatMap((field) => (field in fields ? [[snakeCase(field), String(fields[field])]] : [])),
  );
  if (row.upload) {
    const form = new FormData();
    form.set("media", new Blob([file as Buffer<ArrayBuffer>]), String(fileName));
    return { path, query, body: form };
  }
  const body = Object.fromEntries(Object.entries(fields).filter(([field]) => !taken.has(field)));
  return { path, query, body: row.body === undefined ? null : JSON.stringify(body) };
}

function toolWay(agent: ToolClient): Way {
  return {
    async call(operation, { file, ...given }) {
      const content = file === undefined ? {} : { contentBase64: (file as Buffer).toString("base64") };
      const { body } = await agent.call(rowOf(operation).tool ?? "", { ...given, ...content });
      return body.status === "success" ? succeeded(body.data, body.pagination) : refused(body.errors);
    },
    [Symbol.asyncDispose]: () => agent[Symbol.asyncDispose](),
  };
}

/** The flags of one field; an object goes as JSON, a list flag by flag. */
function flagOf(operation: OperationName, name: string, value: unknown): string[] {
  const flag = `--${kebabCase(name)}`;
  const isKnown = flagsOf(rowOf(operation)).some((known) => known.flag === flag);
  if (!isKnown) throw new Error(`${operation} has no flag ${flag}`);
  const words = (item: unknown) => (typeof item === "object" ? JSON.stringify(item) : String(item));
  return Array.isArray(value) ? value.flatMap((item) => [flag, words(item)]) : [`${flag}=${words(value)}`];
}

function runProgram(args: readonly string[], env: Readonly<Record<string, string>>): Promise<{ out: string; error: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env }, (_, out, error) => resolve({ out, error }));
  });
}

type Method = (
  input: Given,
) => Promise<
  | { readonly ok: true; readonly data: unknown; readonly pagination: unknown }
  | { readonly ok: false; readonly problem: { readonly errors?: unknown } }
>;

function methodOf(client: object, operation: OperationName): Method {
  return (client as Readonly<Record<string, Method>>)[operation] as Method;
}

/** REST and its clients go on by `nextPageUrl`, tools by `nextPage`. */
function succeeded(data: unknown, pagination: unknown): Outcome {
  if (typeof pagination !== "object" || pagination === null) return { data, page: null };
  const { currentPage, perPage, total, lastPage, ...rest } = pagination as Omit<Page, "hasNext">;
  const next = "nextPage" in rest ? rest.nextPage : "nextPageUrl" in rest ? rest.nextPageUrl : undefined;
  if (next === undefined) throw new Error("The page does not say whether there is another");
  return { data, page: { currentPage, perPage, total, lastPage, hasNext: next !== null } };
}

function refused(errors: unknown): Outcome {
  return {
    refused: Object.values(errors as object)
      .flat()
      .sort(),
  };
}
