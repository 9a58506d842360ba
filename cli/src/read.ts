import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { type Flag, parseFlag, type Value } from "@rostrum/contract/flags.ts";
import { Failure, USAGE } from "./failure.ts";

/** Says what is wrong with a flag's text, or null. */
export function readText(flag: Flag, text: string): string | null {
  if (flag.form === "json-file" || parseFlag(flag, text) !== null) return null;
  if (flag.choices !== null) return `It must be one of: ${flag.choices.join(", ")}.`;
  if (flag.form === "number") return flag.nullable ? "It must be a whole number, or none." : "It must be a whole number.";
  return "It must be JSON.";
}

/** The value of a flag that was given; reads the file or the standard input that it names. */
export async function readFlag(flag: Flag, text: string): Promise<Value> {
  switch (flag.form) {
    case "switch":
      return true;
    case "path":
      return resolve(text);
    case "stdin":
      // `echo` ends the line; the line's end is not part of the secret.
      return (await readAll(process.stdin)).replace(/\r?\n$/, "");
    case "json-file":
      return valueIn(flag, await fileText(flag, text), `${text} does not hold JSON.`);
    default:
      return valueIn(flag, text, `${flag.flag} cannot be ${text}.`);
  }
}

function valueIn(flag: Flag, text: string, problem: string): Value {
  const read = parseFlag(flag, text);
  if (read === null) throw new Failure(USAGE, problem);
  return read.value;
}

async function fileText(flag: Flag, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new Failure(USAGE, `${flag.flag}: ${path} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  }
}
