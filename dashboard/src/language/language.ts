import { LANGUAGES, type Language, languageAmong, type Messages } from "@rostrum/contract/words.ts";

const KEY = "rostrum-language";

/** The language of the page: chosen once before anything is drawn. A change shows after a reload. */
export const language: Language = chosen() ?? languageAmong(asked());

/** The same with the region of the person's browser, if that speaks it: it decides how dates and numbers are written. */
export const locale: string = asked().find((tag) => languageAmong([tag]) === language) ?? language;

/** Shows the page in the language that the person has chosen, or in that of their browser, and keeps it for the next time. */
export function speak(chosenByPerson: Language | null): void {
  const wanted = chosenByPerson ?? languageAmong(asked());
  if (wanted === language) return;
  try {
    localStorage.setItem(KEY, wanted);
  } catch {
    // Full, or switched off: the page goes on speaking the browser's language.
  }
  if (chosen() === wanted) location.reload();
}

let dictionary: Readonly<Record<string, Messages>> = {};

/** Loads the words of the page's language, if it is not English. Before this, no module with words may be read. */
export async function loadLanguage(): Promise<void> {
  document.documentElement.lang = locale;
  if (language === "de") dictionary = (await import("./german.ts")).german;
  if (language === "fr") dictionary = (await import("./french.ts")).french;
}

/** The translation of the words with this name; null in English. */
export function translationOf(name: string): Messages | null {
  return dictionary[name] ?? null;
}

/** Tests run where there is no browser: they speak American English. */
function asked(): readonly string[] {
  return typeof document === "undefined" ? ["en-US"] : navigator.languages.filter(isTag);
}

/** Browsers of systems without a language name one that is none, such as `en-US@posix`. */
function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

function chosen(): Language | null {
  if (typeof document === "undefined") return null;
  try {
    const kept = localStorage.getItem(KEY);
    return LANGUAGES.find((known) => known === kept) ?? null;
  } catch {
    return null;
  }
}
