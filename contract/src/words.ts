import { IntlMessageFormat } from "intl-messageformat";

/** The languages that people can choose, in the order in which they are offered. */
export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES = { en: "English", de: "Deutsch", fr: "Français" } as const satisfies Record<Language, string>;

/**
 * The words of one part of the product, by name: messages in the ICU syntax (`{count, plural, one {# post} other {# posts}}`), or more of
 * the same. Apostrophes are typographic (’): a straight one before a brace would quote it.
 */
export interface Messages {
  readonly [name: string]: string | Messages;
}

/** The same messages in another language: none may be missing, and none may be left over. */
export type TranslationOf<E extends Messages> = {
  readonly [K in keyof E]: E[K] extends string ? string : E[K] extends Messages ? TranslationOf<E[K]> : never;
};

/** Messages as code uses them: a text, or a function of the message's arguments. */
export type Words<E extends Messages> = {
  readonly [K in keyof E]: E[K] extends string ? Said<E[K]> : E[K] extends Messages ? Words<E[K]> : never;
};

type Said<M extends string> = [ArgumentsOf<M>] extends [never]
  ? string
  : (values: { readonly [Name in ArgumentsOf<M>]: string | number }) => string;

/** The names of a message's arguments: a brace in a text opens an argument, a brace in an argument opens a text. */
type ArgumentsOf<
  M extends string,
  Depth extends readonly unknown[] = [],
  Names extends string = never,
> = M extends `${infer Before}{${infer After}`
  ? Before extends `${infer _}}${infer Between}`
    ? ArgumentsOf<`${Between}{${After}`, Shallower<Depth>, Names>
    : ArgumentsOf<After, [...Depth, unknown], IsText<Depth> extends true ? Names | NameAt<After> : Names>
  : Names;

type Shallower<Depth extends readonly unknown[]> = Depth extends readonly [unknown, ...infer Rest] ? Rest : [];
type IsText<Depth extends readonly unknown[]> = Depth extends readonly []
  ? true
  : Depth extends readonly [unknown, unknown, ...infer Rest]
    ? IsText<Rest>
    : false;
type NameAt<After extends string> = After extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : Inside
  : never;

/**
 * The words in a language. `locale` is the language with a region, where one is known: it decides how numbers and dates are written. A
 * message that the translation lacks is said in English; the tests let none be lacking.
 */
export function wordsIn<const E extends Messages>(english: E, translation: Messages | null, locale: string): Words<E> {
  return Object.fromEntries(
    Object.entries(english).map(([name, message]) => {
      const translated = translation?.[name];
      if (typeof message !== "string") return [name, wordsIn(message, typeof translated === "object" ? translated : null, locale)];
      const text = typeof translated === "string" ? typeset(translated, locale) : message;
      return [name, message.includes("{") ? saying(text, locale) : text];
    }),
  ) as Words<E>;
}

/** French sets these signs off by a space at which no line may break; writers type a common one. */
function typeset(text: string, locale: string): string {
  return locale.startsWith("fr") ? text.replace(/ (?=[:;!?»%])/g, "\u00a0").replaceAll("« ", "«\u00a0") : text;
}

/** Words in all languages, for the service, where each request and each mail has its own. */
export function catalogOf<const E extends Messages>(
  english: E,
  translations: { readonly [L in Exclude<Language, "en">]: TranslationOf<E> },
): (language: Language) => Words<E> {
  const known = new Map<Language, Words<E>>();
  return (language) => {
    const words = known.get(language) ?? wordsIn(english, language === "en" ? null : (translations[language] as Messages), language);
    known.set(language, words);
    return words;
  };
}

/** The first of the wanted languages (`de-AT`, `fr`) that there is; English if there is none. */
export function languageAmong(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => language === tag.toLowerCase().split("-")[0]);
    if (found !== undefined) return found;
  }
  return "en";
}

/** Parsed when it is first said: a page has hundreds of messages and says few of them. */
function saying(message: string, locale: string): (values: Readonly<Record<string, string | number>>) => string {
  let format: IntlMessageFormat | null = null;
  return (values) => {
    format ??= new IntlMessageFormat(message, locale, undefined, { ignoreTag: true });
    return String(format.format(values));
  };
}
