import type { Language } from "@rostrum/contract/words.ts";
import { catalogOf, isTold, valuesIn } from "./catalog.ts";
import { rooms } from "./rooms.ts";

const catalog = catalogOf(Object.values(rooms).flat());

/** Longer ones are texts of people or networks. */
const LENGTH_MAX = 4000;

/** More than a page shows; with texts that people sent among them, they would otherwise grow without end. */
const REMEMBERED_MAX = 2000;
const remembered = new Map<string, string>();

/**
 * A sentence of the service in another language. What is not in the catalogue stays as it is: what networks answer, and what an older
 * version has stored in other words.
 */
export function tell(language: Language, sentence: string): string {
  return language === "en" || sentence.length > LENGTH_MAX ? sentence : (known(language, sentence) ?? sentence);
}

/** The same; null if it is not known, or not all of it. */
export function tellIfKnown(language: Exclude<Language, "en">, sentence: string): string | null {
  return one(language, sentence) ?? inParts(language, sentence, { all: true }) ?? filled(language, sentence, "several");
}

/** Each label and each value by itself. */
export function tellLabelled(language: Language, text: string): string {
  if (language === "en") return text;
  // In French, both signs stand off the word before them.
  const gap = language === "fr" ? "\u00a0" : "";
  const told = text.split("; ").map((pair) => {
    const [, label = pair, value = null, own = ""] = /^(.*?): (.*?)( \(this post\))?$/.exec(pair) ?? [];
    if (value === null) return tell(language, pair);
    return `${tell(language, label)}${gap}: ${tell(language, value)}${own === "" ? "" : ` ${tell(language, own.trim())}`}`;
  });
  return told.join(`${gap}; `);
}

function known(language: Exclude<Language, "en">, sentence: string): string | null {
  const key = `${language} ${sentence}`;
  const before = remembered.get(key);
  if (before !== undefined) return before;
  const found = tellIfKnown(language, sentence) ?? inParts(language, sentence, { all: false });
  if (found === null) return null;
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  remembered.set(key, found);
  return found;
}

/** What is one sentence of the catalogue. */
function one(language: Exclude<Language, "en">, sentence: string): string | null {
  return catalog.exact.get(sentence)?.[language === "de" ? 1 : 2] ?? filled(language, sentence, "one");
}

function filled(language: Exclude<Language, "en">, sentence: string, spans: "one" | "several"): string | null {
  for (const row of catalog.patterns) {
    const values = valuesIn(sentence, row, spans);
    if (values === null) continue;
    const pattern = language === "de" ? row.german : row.french;
    return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = values.get(name) ?? "";
      return isTold(name) ? (one(language, `${name}: ${value}`) ?? known(language, value) ?? value) : value;
    });
  }
  return null;
}

/** Longer ones are no messages of the service. */
const PARTS_MAX = 12;

/** What was joined from several sentences, each by itself; null if none of them, or with `all` not every one, is known. */
function inParts(language: Exclude<Language, "en">, text: string, { all }: { readonly all: boolean }): string | null {
  const parts = text.split(/(?<=[.!?]) (?=\S)/);
  if (parts.length < 2 || parts.length > PARTS_MAX) return null;
  const told: string[] = [];
  let isKnown = false;
  for (let at = 0; at < parts.length; ) {
    const { taken, sentence } = longest(language, parts.slice(at));
    if (sentence === null && all) return null;
    isKnown ||= sentence !== null;
    told.push(sentence ?? (parts[at] as string));
    at += taken;
  }
  return isKnown ? told.join(" ") : null;
}

function longest(
  language: Exclude<Language, "en">,
  parts: readonly string[],
): { readonly taken: number; readonly sentence: string | null } {
  for (let taken = parts.length; taken > 0; taken--) {
    const sentence = one(language, parts.slice(0, taken).join(" "));
    if (sentence !== null) return { taken, sentence };
  }
  return { taken: 1, sentence: null };
}
