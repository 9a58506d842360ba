import { LANGUAGES, type Language, languageAmong } from "@rostrum/contract/words.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Html, html } from "./html.ts";

/** The parameter of a page's address that chooses another language, and the cookie that keeps the choice for the browser. */
const PARAMETER = "language";
const COOKIE = "rostrum_language";
const COOKIE_SECONDS = 365 * 86_400;

/** The persons whose session a request carries, by the language of their profile: null if they have chosen none. */
const ofPersons = new WeakMap<FastifyRequest, Language | null>();

/** From here on the request is answered in the language of the person who makes it. */
export function speakFor(request: FastifyRequest, language: Language | null): void {
  ofPersons.set(request, language);
}

/** The language of the person who makes the request; null if a program does, which is answered in English. */
export function readerOf(request: FastifyRequest): Language | null {
  return ofPersons.has(request) ? languageOf(request) : null;
}

/** What the reader of the answer speaks: what they have chosen, in their profile or in this browser, or else what the browser asks for. */
export function languageOf(request: FastifyRequest): Language {
  return ofPersons.get(request) ?? chosenIn(request) ?? languageAmong(wantedBy(request.headers["accept-language"]));
}

/** Remembers a choice that the address makes, for the pages that follow. */
export function keepChoice(reply: FastifyReply): void {
  const chosen = inAddress(reply.request);
  if (chosen === null) return;
  const secure = reply.request.protocol === "https" ? "; Secure" : "";
  reply.header("set-cookie", `${COOKIE}=${chosen}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`);
}

/** Whether another language can be chosen here: what answers a form has no address of its own, and profiles win. */
export function maySwitch(request: FastifyRequest): boolean {
  return request.method === "GET" && (ofPersons.get(request) ?? null) === null;
}

/** The address of the same page in another language. */
export function addressIn(request: FastifyRequest, language: Language): string {
  const url = new URL(request.url, "http://here.invalid");
  url.searchParams.set(PARAMETER, language);
  return `${url.pathname}${url.search}`;
}

/** Where markup belongs in a sentence that is otherwise text. */
export const SLOT = "\u{e000}";

/** A sentence with markup in place of `SLOT`. */
export function around(sentence: string, markup: Html): Html {
  const [before = "", after = ""] = sentence.split(SLOT);
  return html`${before}${markup}${after}`;
}

function chosenIn(request: FastifyRequest): Language | null {
  const cookie = /(?:^|;\s*)rostrum_language=(\w+)/.exec(request.headers.cookie ?? "")?.[1];
  return inAddress(request) ?? LANGUAGES.find((language) => language === cookie) ?? null;
}

function inAddress(request: FastifyRequest): Language | null {
  const asked = new URL(request.url, "http://here.invalid").searchParams.get(PARAMETER);
  return LANGUAGES.find((language) => language === asked) ?? null;
}

/** RFC 9110, section 12.5.4: the wanted ones first; what has weight 0 is not wanted. */
function wantedBy(header: string | undefined): string[] {
  const weighted = (header ?? "").split(",").map((part) => {
    const [tag = "", weight] = part.trim().split(/\s*;\s*q=/i);
    return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  return weighted
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
