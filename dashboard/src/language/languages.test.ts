import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Messages } from "@rostrum/contract/words.ts";
import { IntlMessageFormat } from "intl-messageformat";
import { french } from "./french.ts";
import { german } from "./german.ts";
import { catalogs } from "./words.ts";

/** Words as short as these may be the same in two languages: Media, Calendar of networks, names. */
const WORDS_ALIKE_MAX = 3;

const ROOT = join(import.meta.dirname, "..");
/** The module that words are made with has none itself. */
const FILES = globSync("**/{words,*-words}.ts", { cwd: ROOT, exclude: ["language/words.ts"] });
const read = await Promise.all(FILES.map(async (file) => ({ file, module: (await import(join(ROOT, file))) as { english?: Messages } })));

test("every file of words gives them a name of its own, under which they are translated", () => {
  const named = new Set<unknown>(catalogs.values());
  assert.ok(read.length > 0, "no words were read");
  assert.deepEqual(
    read.filter(({ module }) => !named.has(module.english)).map(({ file }) => file),
    [],
  );
});

for (const [language, dictionary] of [
  ["German", german],
  ["French", french],
] as const) {
  test(`every word of the dashboard is there in ${language}, with the same arguments`, () => {
    const faults = [...catalogs].flatMap(([name, english]) => {
      const translation = dictionary[name];
      return translation === undefined ? [`${name} is missing`] : compare(name, english, translation);
    });
    assert.deepEqual(faults, []);
    assert.deepEqual(
      Object.keys(dictionary).filter((name) => !catalogs.has(name)),
      [],
      "words of nothing",
    );
  });
}

test("in French, every sign that is set off by a space has one", () => {
  assert.deepEqual(
    textsOf(french).filter((text) => /[^\s\u00a0\u202f](?:[;!?»]|:(?=\s|$))|«(?![\s\u00a0])/.test(text)),
    [],
  );
});

function textsOf(messages: Messages): string[] {
  return Object.values(messages).flatMap((message) => (typeof message === "string" ? [message] : textsOf(message)));
}

/** What is missing, left over, not translated, or has other arguments, in sentences. */
function compare(place: string, english: Messages, translation: Messages): string[] {
  const left = Object.keys(translation).filter((name) => english[name] === undefined);
  return [
    ...left.map((name) => `${place}.${name} is left over`),
    ...Object.entries(english).flatMap(([name, message]) => {
      const here = `${place}.${name}`;
      const translated = translation[name];
      if (translated === undefined) return [`${here} is missing`];
      if (typeof message !== "string" || typeof translated !== "string") {
        return typeof message === "object" && typeof translated === "object"
          ? compare(here, message, translated)
          : [`${here} is of another kind`];
      }
      if (message === translated && message.split(/\s+/).length > WORDS_ALIKE_MAX) return [`${here} is not translated`];
      const wanted = argumentsOf(message).join();
      const got = argumentsOf(translated).join();
      return wanted === got ? [] : [`${here} has the arguments ${got || "none"} instead of ${wanted || "none"}`];
    }),
  ];
}

interface Element {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Element[] }>>;
}

/** As the parser numbers them: texts and the sign # of plurals have no name. */
const NAMELESS = [0, 7];

/** The names of a message's arguments in order of the alphabet; throws if the message cannot be parsed. */
function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  const walk = (elements: readonly Element[]): void => {
    for (const { type, value, options } of elements) {
      if (value !== undefined && !NAMELESS.includes(type)) names.add(value);
      for (const option of Object.values(options ?? {})) walk(option.value);
    }
  };
  walk(new IntlMessageFormat(message, "en", undefined, { ignoreTag: true }).getAst() as readonly Element[]);
  return [...names].sort();
}
