import { HIDDEN, hideSecrets, PUBLIC_CREDENTIALS } from "./secrets.ts";

/** Shorter values would take half of every text with them, and protect nothing. */
const SECRET_LENGTH_MIN = 4;

/** Cuts the secrets of one account, and what looks like a secret, out of text that is kept. */
export class Redactor {
  readonly #secrets = new Set<string>();

  /** Takes the credentials of a channel, in the clear, as those that must not be kept. */
  hide(credentials: unknown): void {
    for (const secret of secretsIn(credentials, "")) {
      if (secret.length < SECRET_LENGTH_MIN) continue;
      for (const spelling of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) this.#secrets.add(spelling);
    }
  }

  /** The text, cut to `lengthMax` characters after its secrets are gone: a secret that is cut in half would not be known. */
  clean(text: string, lengthMax: number): string {
    const window = text.slice(0, lengthMax * WINDOWS);
    const secrets = [...this.#secrets].sort((a, b) => b.length - a.length);
    const plain = secrets.reduce((rest, secret) => withoutBeginning(rest.replaceAll(secret, HIDDEN), secret), window);
    const cleaned = hideSecrets(plain).replaceAll("\0", "");
    return cleaned.length <= lengthMax ? cleaned : `${cleaned.slice(0, lengthMax).toWellFormed()}…`;
  }
}

/** How much of a text is looked at to keep the first part of it. */
const WINDOWS = 4;

/** The text without the beginning of a secret at its end, where it has been cut off. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= SECRET_LENGTH_MIN; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + HIDDEN;
  }
  return text;
}

/** All texts of stored credentials but the public ones; of an address what follows its host, since a hook's path is its key. Lists hold facts. */
function secretsIn(value: unknown, name: string): string[] {
  if (typeof value === "string") {
    const url = /^https?:/i.test(value) ? URL.parse(value) : null;
    if (PUBLIC_CREDENTIALS.has(name)) return [];
    return url === null ? [value] : [(url.pathname + url.search).slice(1), url.username, url.password];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => secretsIn(inner, member));
}
