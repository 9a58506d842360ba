import type { Language } from "@rostrum/contract/words.ts";
import { tell } from "../sentences/tell.ts";
import { type Html, html } from "./html.ts";

/** A sentence of the service on a page. What is not known in the reader's language is marked as the English that it is. */
export function told(language: Language, message: string): Html | string {
  const sentence = tell(language, message);
  return language !== "en" && sentence === message ? html`<span lang="en">${message}</span>` : sentence;
}
