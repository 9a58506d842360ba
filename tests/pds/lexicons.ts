import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The parts of `@atproto/lexicon` in use. Its own types are missing until this folder is installed, and type checks must pass
 * before that.
 */
interface LexiconModule {
  readonly Lexicons: new (documents: readonly unknown[]) => Lexicons;
  readonly jsonToLex: (json: unknown) => unknown;
}

interface Lexicons {
  assertValidRecord(name: string, value: unknown): unknown;
  assertValidXrpcParams(name: string, value: unknown): unknown;
  assertValidXrpcInput(name: string, value: unknown): unknown;
  assertValidXrpcOutput(name: string, value: unknown): unknown;
  getDef(name: string): MethodDefinition | undefined;
}

interface MethodDefinition {
  readonly type: string;
  readonly parameters?: { readonly properties: Readonly<Record<string, { readonly type: string }>> };
}

/** One request with its response. `json` and `answer` are undefined if there is no JSON. */
export interface Exchange {
  readonly verb: string;
  readonly method: string;
  readonly parameters: URLSearchParams;
  readonly json: unknown;
  readonly status: number;
  readonly answer: unknown;
}

export interface Contract {
  /** Throws the lexicon's error message. */
  checkExchange(exchange: Exchange): void;
  checkRecord(collection: string, record: unknown): void;
}

/** Parameters that are in the service's own tutorial but not in its lexicon. */
const UNDECLARED: Readonly<Record<string, readonly string[]>> = { "app.bsky.video.uploadVideo": ["did", "name"] };

export async function loadContract(folder: string): Promise<Contract> {
  const name: string = "@atproto/lexicon";
  const { Lexicons, jsonToLex }: LexiconModule = await import(name);
  const documents = globSync("**/*.json", { cwd: folder }).map((path) => JSON.parse(readFileSync(join(folder, path), "utf8")));
  // Permission sets belong to a later version of the lexicon language and describe neither calls nor records.
  const lexicons = new Lexicons(documents.filter(({ defs }) => defs.main?.type !== "permission-set"));
  return {
    checkExchange({ verb, method, parameters, json, status, answer }) {
      const definition = lexicons.getDef(method);
      if (definition === undefined) throw new Error(`${method} is no method.`);
      if (definition.type !== (verb === "GET" ? "query" : "procedure"))
        throw new Error(`${method} is a ${definition.type}, not for ${verb}.`);
      lexicons.assertValidXrpcParams(method, typedParameters(method, parameters, definition));
      if (json !== undefined) lexicons.assertValidXrpcInput(method, jsonToLex(json));
      if (status === 200) lexicons.assertValidXrpcOutput(method, jsonToLex(answer));
    },
    checkRecord(collection, record) {
      lexicons.assertValidRecord(collection, jsonToLex(record));
    },
  };
}

/** Converts query parameters from text to the types that the lexicon declares. */
function typedParameters(method: string, parameters: URLSearchParams, { parameters: known }: MethodDefinition): Record<string, unknown> {
  const typed: Record<string, unknown> = {};
  for (const name of new Set(parameters.keys())) {
    if (UNDECLARED[method]?.includes(name)) continue;
    const type = known?.properties[name]?.type;
    if (type === undefined) throw new Error(`${name} is no parameter.`);
    typed[name] = type === "array" ? parameters.getAll(name) : type === "integer" ? Number(parameters.get(name)) : parameters.get(name);
  }
  return typed;
}
