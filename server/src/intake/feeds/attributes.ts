import { decodeXml } from "./characters.ts";

/** The attributes of a tag. */
export interface Attributes {
  /** The decoded value of an attribute by its lower-case name; the first of duplicates wins. */
  get(name: string): string | undefined;
  /** Namespaces that the tag declares: prefix ("" for the default) and URI. */
  declared(): [prefix: string, address: string][];
}

/** No real feed has tags with more. */
const ATTRIBUTES_MAX = 100;
const ATTRIBUTE = /([^\s=>"'/<]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** Parses the source between a tag's name and its end. */
export function readAttributes(source: string): Attributes {
  const written = new Map<string, string>();
  ATTRIBUTE.lastIndex = 0;
  for (let count = 0; count < ATTRIBUTES_MAX; count += 1) {
    const match = ATTRIBUTE.exec(source);
    if (match === null) break;
    const name = (match[1] ?? "").toLowerCase();
    if (!written.has(name)) written.set(name, match[2] ?? match[3] ?? match[4] ?? "");
  }
  return {
    get(name) {
      const value = written.get(name);
      return value === undefined ? undefined : decodeXml(value);
    },
    declared: () =>
      [...written].flatMap(([name, address]) =>
        name === "xmlns" || name.startsWith("xmlns:") ? [[name.slice(6), decodeXml(address).trim()] as [string, string]] : [],
      ),
  };
}
