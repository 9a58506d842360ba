import type { Flag, Value } from "./flags.ts";

/** Parses the text of a flag; null if it is invalid. Files and standard input are read by the caller. */
export function parseFlag(flag: Flag, text: string): { readonly value: Value } | null {
  if (flag.nullable && text === "none") return { value: null };
  switch (flag.form) {
    case "number":
      return /^-?\d{1,15}$/.test(text) && (flag.choices?.includes(text) ?? true) ? { value: Number(text) } : null;
    case "boolean":
      return flag.choices?.includes(text) ? { value: text === "true" || text === "on" } : null;
    case "list":
      return listIn(flag, text);
    case "items":
      return itemsIn(flag, text);
    case "json":
      return flag.textMeans !== null && !looksLikeJson(text) ? { value: { [flag.textMeans.other]: text } } : parsed(text);
    case "json-file":
      return parsed(text);
    case "pairs":
      return parsePairs([text]);
    default:
      return wordIn(flag.choices, text);
  }
}

/** The value of a flag that may be given several times: lists are concatenated, otherwise the last one wins. */
export function parseFlagTexts(flag: Flag, texts: readonly string[]): { readonly value: Value } | null {
  if (flag.form === "pairs") return parsePairs(texts);
  const isMany = flag.form === "list" || flag.form === "items";
  const read = (isMany ? texts : texts.slice(-1)).map((text) => parseFlag(flag, text));
  const values = read.flatMap((each) => (each === null ? [] : [each.value]));
  if (values.length === 0 || values.length < read.length) return null;
  return isMany && !values.includes(null) ? { value: values.flat() } : { value: values.at(-1) ?? null };
}

/** `name=value`, several times: the last one of a name wins. */
export function parsePairs(texts: readonly string[]): { readonly value: Value } | null {
  const read = texts.map(pairIn);
  const pairs = read.flatMap((pair) => (pair === null ? [] : [[pair.name, pair.value] as const]));
  return pairs.length === 0 || pairs.length < read.length ? null : { value: Object.fromEntries(pairs) };
}

/** Choices are case-insensitive, unless two of them differ only in case. */
function wordIn(choices: readonly string[] | null, text: string): { readonly value: Value } | null {
  if (choices === null || choices.includes(text)) return { value: text };
  const alike = choices.filter((choice) => choice.toLowerCase() === text.toLowerCase());
  return alike.length === 1 ? { value: alike[0] ?? text } : null;
}

function listIn({ list }: Flag, text: string): { readonly value: Value } | null {
  const parts = list?.commas ? text.split(",").map((part) => part.trim()) : [text];
  if (list?.of !== "number") return { value: parts };
  return parts.every((part) => /^-?\d{1,15}$/.test(part)) ? { value: parts.map(Number) } : null;
}

function itemsIn({ textMeans }: Flag, text: string): { readonly value: Value } | null {
  if (textMeans === null || looksLikeJson(text)) {
    const read = parsed(text);
    return read === null || Array.isArray(read.value) ? read : { value: [read.value] };
  }
  return { value: [{ [/^https?:\/\//i.test(text) ? textMeans.address : textMeans.other]: text }] };
}

function pairIn(text: string): { readonly name: string; readonly value: string | null } | null {
  const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  return name === "" ? null : { name, value: value === "" ? null : value };
}

function looksLikeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function parsed(text: string): { readonly value: Value } | null {
  try {
    return { value: JSON.parse(text) as Value };
  } catch {
    return null;
  }
}
