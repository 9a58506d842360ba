import type { Json } from "../connectors/connector.ts";
import { hideSecrets } from "../observability/log.ts";

const HIDDEN = "[secret]";
/** Shorter values would take half of every text with them, and protect nothing. */
const SECRET_LENGTH_MIN = 4;

/** Credentials that are names and places, known to everybody; all others are secret, whatever a connector calls them. */
const PUBLIC_NAMES = new Set(["service", "instance", "identifier", "did", "pds", "handle", "chatId", "accountId", "expiresAt"]);

/** Cuts the secrets of one account, and what looks like a secret, out of text that is kept. */
export class Redactor {
  readonly #secrets = new Set<string>();

  /** Takes the credentials of a channel, in the clear, as those that must not be kept. */
  hide(credentials: Json): void {
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
    const cleaned = hideSecrets(hideNamed(plain)).replaceAll("\0", "");
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

const SECRET_NAME = String.raw`[\w-]*(?:token|secret|password|passwd|jwt|authorization|cookie|credential|signature|api_?key)[\w-]*`;
/** Also where the value's end has been cut off. */
const JSON_MEMBER = new RegExp(String.raw`("${SECRET_NAME}\\?"\s*:\s*\\?")(?:[^"\\]|\\.)*`, "gi");
const FORM_FIELD = new RegExp(String.raw`(^|[?&])(${SECRET_NAME})=[^&\s"]*`, "gi");
const SIGNED_TOKEN = /\beyJ[\w-]{6,}(?:\.[\w-]*){0,2}/g;
/** Links to our own media open one file to whoever has them. */
const MEDIA_LINK = /\/media\/[\w-]+\.[\w-]+\//g;

function hideNamed(text: string): string {
  return text
    .replace(JSON_MEMBER, `$1${HIDDEN}`)
    .replace(FORM_FIELD, `$1$2=${HIDDEN}`)
    .replace(SIGNED_TOKEN, HIDDEN)
    .replace(MEDIA_LINK, `/media/${HIDDEN}/`);
}

/** All texts of stored credentials but the public ones; of an address what follows its host, since a hook's path is its key. Lists hold facts. */
function secretsIn(value: Json | undefined, name: string): string[] {
  if (typeof value === "string") {
    const url = /^https?:/i.test(value) ? URL.parse(value) : null;
    if (PUBLIC_NAMES.has(name)) return [];
    return url === null ? [value] : [(url.pathname + url.search).slice(1), url.username, url.password];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([member, inner]) => secretsIn(inner, member));
}
