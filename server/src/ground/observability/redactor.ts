import { HIDDEN, hideSecrets, PUBLIC_CREDENTIALS, SECRET_LENGTH_MIN, spellingsOf } from "./secrets.ts";

/** Removes one account's secrets, and anything that looks like a secret, from text before it is stored. */
export class Redactor {
  readonly #secrets = new Set<string>();

  /** Registers a channel's decrypted credentials as values to remove. */
  hide(credentials: unknown): void {
    for (const secret of secretsIn(credentials, "")) {
      if (secret.length < SECRET_LENGTH_MIN) continue;
      for (const spelling of spellingsOf(secret)) this.#secrets.add(spelling);
    }
  }

  /** Cleans the words of an outcome that has any. */
  cleanReason<Outcome extends { readonly kind: string }>(outcome: Outcome): Outcome {
    return "reason" in outcome && typeof outcome.reason === "string"
      ? { ...outcome, reason: this.clean(outcome.reason, REASON_LENGTH_MAX) }
      : outcome;
  }

  /**
   * Cleans what a connector keeps between attempts: a sentence, and every member `reason`, may be a network's words. Everything else is
   * ids and states that have to come back as they are.
   */
  cleanProgress<Value>(value: Value): Value;
  cleanProgress(value: unknown): unknown {
    if (typeof value === "string") return /\s/.test(value) ? this.clean(value, REASON_LENGTH_MAX) : value;
    if (Array.isArray(value)) return value.map((each) => this.#cleanInside("", each));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#cleanInside(name, each)]));
  }

  #cleanInside(name: string, value: unknown): unknown {
    if (typeof value !== "string") return this.cleanProgress(value);
    return name === "reason" ? this.clean(value, REASON_LENGTH_MAX) : value;
  }

  /** Redacts the text, then cuts it to `lengthMax` characters: half a secret would not be recognized. */
  clean(text: string, lengthMax: number): string {
    const window = text.slice(0, lengthMax * WINDOWS);
    const secrets = [...this.#secrets].sort((a, b) => b.length - a.length);
    const plain = secrets.reduce((rest, secret) => withoutBeginning(rest.replaceAll(secret, HIDDEN), secret), window);
    const cleaned = hideSecrets(plain).replaceAll("\0", "");
    return cleaned.length <= lengthMax ? cleaned : `${cleaned.slice(0, lengthMax).toWellFormed()}…`;
  }
}

/** What is kept of a network's own words. */
const REASON_LENGTH_MAX = 2000;

/**
 * A network's words about what was asked of it, without what it was sent: badly made servers repeat that in their refusals.
 * `secrets`: every secret of the request, as members of an object.
 */
export function withoutSecrets<Outcome extends { readonly kind: string }>(
  outcome: Outcome,
  secrets: Readonly<Record<string, unknown>>,
): Outcome {
  const redactor = new Redactor();
  redactor.hide(secrets);
  return redactor.cleanReason(outcome);
}

/** How many times `lengthMax` of a text to redact before cutting it. */
const WINDOWS = 4;

/** Removes a truncated secret from the end of the text. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= SECRET_LENGTH_MIN; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + HIDDEN;
  }
  return text;
}

/** All secret strings in credentials. In a URL only what follows the host, since a webhook's path is its key. Lists hold none. */
function secretsIn(value: unknown, name: string): string[] {
  if (typeof value === "string") {
    const url = /^https?:/i.test(value) ? URL.parse(value) : null;
    if (PUBLIC_CREDENTIALS.has(name)) return [];
    return url === null ? [value] : [(url.pathname + url.search).slice(1), url.username, url.password];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => secretsIn(inner, member));
}
