import { isAscii } from "node:buffer";
import { refusal } from "@rostrum/contract/errors.ts";
import { JSON_BODY_BYTES_MAX } from "@rostrum/contract/limits.ts";
import { Refused } from "../refusal.ts";

/**
 * Strings, names, lists and objects in one body. Copying a hundred thousand of them takes over a second; the largest legitimate
 * body has a few thousand.
 */
export const JSON_PARTS_MAX = 20_000;

/**
 * Parses a JSON body; undefined for an empty one. Text that is not UTF-8 is refused. A body with too many parts, or larger than 1
 * MiB, is refused before it is parsed. Only a body with a base64 file under the given name, as in the tools' uploads, may be
 * larger.
 */
export function parseJson(body: Buffer, options: { readonly partsMax: number; readonly fileField: string | null }): unknown {
  const parts = Math.max(
    count(body, QUOTE, options.partsMax * 2) / 2,
    count(body, BRACKET, options.partsMax),
    count(body, BRACE, options.partsMax),
  );
  if (parts > options.partsMax) throw new Refused(refusal(413, "body", `The request body has more than ${options.partsMax} values.`));
  if (body.length - fileLength(body, options.fileField) > JSON_BODY_BYTES_MAX) throw new Refused(TOO_LARGE);
  try {
    const text = isAscii(body) ? body.toString("latin1") : new TextDecoder("utf-8", { fatal: true }).decode(body);
    return text.trim() === "" ? undefined : JSON.parse(text);
  } catch {
    throw new Refused(refusal(400, "body", "The request body is not valid JSON."));
  }
}

const TOO_LARGE = refusal(413, "body", "The request body is larger than 1 MiB.");
const QUOTE = 0x22;
const BRACKET = 0x5b;
const BRACE = 0x7b;
const BACKSLASH = 0x5c;

/** How often a byte occurs; stops counting at `max` + 1. */
function count(body: Buffer, byte: number, max: number): number {
  let found = 0;
  for (let at = body.indexOf(byte); at !== -1 && found <= max; at = body.indexOf(byte, at + 1)) found += 1;
  return found;
}

/** Length in bytes of the base64 text under that name; 0 when it is absent or contains escapes. */
function fileLength(body: Buffer, field: string | null): number {
  const name = field === null ? -1 : body.indexOf(`"${field}"`);
  if (field === null || name === -1) return 0;
  const start = body.indexOf(QUOTE, name + field.length + 2) + 1;
  const end = body.indexOf(QUOTE, start);
  const escaped = body.indexOf(BACKSLASH, start);
  return start === 0 || end === -1 || (escaped !== -1 && escaped < end) ? 0 : end - start;
}
