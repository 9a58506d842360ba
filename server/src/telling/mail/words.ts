import { catalogOf } from "@rostrum/contract/words.ts";
import type { Mail } from "./mail.ts";
import { german } from "./words.de.ts";
import { english } from "./words.en.ts";
import { french } from "./words.fr.ts";
import type { Written } from "./written.ts";

const catalog = catalogOf(english, { de: german, fr: french });

/**
 * A mail in its reader's language; English where that is not known. Nothing in it was typed by somebody who may be a stranger to the reader,
 * but for notices: what those tell of a brand was cleaned when they were stored.
 */
export function wordsOf(mail: Mail, service: string): Written {
  if (mail.kind === "notice") return mail.written;
  const language = mail.language ?? "en";
  const words = catalog(language);
  if (mail.kind === "changed") {
    const { subject, text, after } = words.changed;
    return { language, subject, paragraphs: [text({ service, email: mail.email }), after] };
  }
  const { link } = mail;
  if (link === undefined) throw new Error("the link of this mail has not been made");
  const { subject, before, label, after } = words[mail.kind];
  return {
    language,
    subject,
    paragraphs: [before({ service }), { label, url: link.url }, words.once({ until: link.until }), after],
  };
}
