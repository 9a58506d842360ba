import type { Json } from "../../connectors/json.ts";
import { parsedJson } from "../../connectors/reply.ts";

/**
 * Reads JSON in which ids are numbers beyond 2^53, as TikTok's ids of posts are: integers of 16 digits and more become text before
 * they could be rounded. `undefined` if it is not JSON.
 */
export function exactJson(text: string): Json | undefined {
  return parsedJson(text.replace(STRING_OR_LONG_INTEGER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** Strings are matched so that digits in them are left alone. */
const STRING_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}\b(?![.eE])/gs;
