import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Writable } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import { parseFlagTexts } from "@rostrum/contract/flag-text.ts";
import type { Flag, Value } from "@rostrum/contract/flags.ts";
import { takesDash } from "./dash.ts";
import { Failure, USAGE } from "./failure.ts";

/** The value of a given flag; reads the file or standard input it refers to. */
export async function readFlag(flag: Flag, given: unknown): Promise<Value> {
  const texts = Array.isArray(given) ? given.map(String) : [];
  const last = texts.at(-1) ?? "";
  if (readsStdin(flag, given) && flag.form === "text") return await textIn();
  switch (flag.form) {
    case "switch":
      return true;
    case "boolean":
      // A flag without a value means its first choice: true, or on.
      return given === true || valueIn(flag, texts, `Invalid value for ${flag.flag}: ${last}.`);
    case "path":
      return resolve(last);
    case "stdin":
      return await secretIn();
    case "json-file":
      return valueIn(flag, [await fileText(flag.flag, last)], `${last} is not a JSON file.`);
    default:
      return valueIn(flag, texts, `Invalid value for ${flag.flag}: ${last}.`);
  }
}

/** Whether the flag's value comes from standard input: a secret, or a long text given as `-`. */
export function readsStdin(flag: Flag, given: unknown): boolean {
  return flag.form === "stdin" || (takesDash(flag) && Array.isArray(given) && given.at(-1) === "-");
}

/** The body that `--payload` names: a JSON object. */
export async function readPayload(path: string): Promise<Readonly<Record<string, Value>>> {
  const text = path === "-" ? await stdinText() : await fileText("--payload", path);
  const value = parsed(text);
  if (isObject(value)) return value;
  throw new Failure(USAGE, `${path === "-" ? "Standard input" : path} is not a JSON object.`);
}

/** The bodies in the file that `--payload-lines` names: a JSON object on each line, with its number. Empty lines count for nothing. */
export async function readPayloadLines(path: string): Promise<{ readonly line: number; readonly body: Readonly<Record<string, Value>> }[]> {
  const text = path === "-" ? await stdinText() : await fileText("--payload-lines", path);
  return text.split("\n").flatMap((written, index) => {
    if (written.trim() === "") return [];
    const body = parsed(written);
    if (isObject(body)) return [{ line: index + 1, body }];
    throw new Failure(USAGE, `Line ${index + 1} of ${path === "-" ? "standard input" : path} is not a JSON object. Nothing has been sent.`);
  });
}

/** Standard input without the line break at its end. */
async function textIn(): Promise<string> {
  return (await stdinText()).replace(/\r?\n$/, "");
}

/** The same of a secret: a person at a terminal is asked for it, and nobody sees what they type. */
export async function secretIn(): Promise<string> {
  if (!process.stdin.isTTY) return await textIn();
  const { createInterface } = await import("node:readline/promises");
  const reader = createInterface({
    input: process.stdin,
    output: new Writable({ write: (_piece, _encoding, done) => done() }),
    terminal: true,
  });
  process.stderr.write("Type or paste it, then press Enter (it is not shown): ");
  reader.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
  try {
    return await Promise.race([reader.question(""), once(reader, "close").then(() => "")]);
  } finally {
    reader.close();
    process.stderr.write("\n");
  }
}

async function stdinText(): Promise<string> {
  return withoutMark(await readAll(process.stdin));
}

/** Without the byte order mark that Windows puts before UTF-8. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, "");
}

function valueIn(flag: Flag, texts: readonly string[], problem: string): Value {
  const read = parseFlagTexts(flag, texts);
  if (read === null) throw new Failure(USAGE, problem);
  return read.value;
}

function parsed(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}

function isObject(value: Value | undefined): value is Readonly<Record<string, Value>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function fileText(flag: string, path: string): Promise<string> {
  try {
    return withoutMark(await readFile(path, "utf8"));
  } catch (error) {
    throw new Failure(USAGE, `${flag}: ${path} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  }
}
