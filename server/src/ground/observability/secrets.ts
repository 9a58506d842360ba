import type { Config } from "../config.ts";

/**
 * What counts as secret, and how it is taken out of text: the one owner for the log, recorded requests and explanations. `Redactor`
 * adds the secrets of one account; the threat model that this serves is `docs/security.md#secrets`.
 */
export const HIDDEN = "[secret]";

/** Log fields that are removed whole, whatever they hold. */
export const SECRET_FIELDS = [
  "authorization",
  "api_key",
  "apiKey",
  "password",
  "appPassword",
  "accessToken",
  "refreshToken",
  "accessJwt",
  "refreshJwt",
  "botToken",
  "secret",
  "credentials",
  "cookie",
];

/** Public credential fields: names and addresses. All others are secret, whatever a connector calls them. */
export const PUBLIC_CREDENTIALS: ReadonlySet<string> = new Set([
  "service",
  "instance",
  "identifier",
  "did",
  "pds",
  "handle",
  "chatId",
  "accountId",
  "expiresAt",
]);

/** Bounded on both sides: a text of a hostile network may consist of such names alone. */
const SECRET_NAME = String.raw`[\w-]{0,60}(?:token|secret|password|passwd|jwt|authorization|cookie|credential|signature|api_?key)[\w-]{0,60}`;
/** Also matches a value whose end was cut off. In JSON inside of JSON everything after the first secret goes. */
const JSON_MEMBER = new RegExp(String.raw`("${SECRET_NAME}\\?"\s*:\s*\\?")(?:[^"\\]|\\.)*`, "gi");
const FORM_FIELD = new RegExp(String.raw`(^|[?&])(${SECRET_NAME})=[^&\s"]*`, "gi");
const SIGNED_TOKEN = /\beyJ[\w-]{6,}(?:\.[\w-]*){0,2}/g;
/** Whoever has one of these links has what it leads to: a file, a place in a brand, a log-in under way, a brand's feed. */
const SECRET_LINK = /\/(?:(media)\/[\w-]+\.[\w-]+(?=\/)|(invitations|connect\/begin|feeds)\/[\w-]{20,})/g;
/** Not the word in a sentence: what is encoded nearly always has a digit or a sign. */
const BASIC_LOG_IN = /\bBasic\s+(?=[a-z\d+/]*[\d+/=])[a-z\d+/]{8,}={0,2}/gi;
/** A password in an address, such as that of a database. A scheme is short, and begins where a word does. */
const ADDRESS_PASSWORD = /(?<![a-z\d+.-])([a-z][a-z\d+.-]{0,30}:\/\/[^\s:/@"]*):[^\s/@"]+@/gi;
const OWN_COOKIE = /\b(rostrum_\w+)=[\w.-]+/g;

/**
 * Removes what looks like a secret from free text, whoever it belongs to: values with the name of one in JSON or in a form,
 * passwords in addresses, bearer and signed tokens, our keys, cookies and secret links, bot tokens.
 */
export function hideSecrets(text: string): string {
  return text
    .replace(JSON_MEMBER, `$1${HIDDEN}`)
    .replace(FORM_FIELD, `$1$2=${HIDDEN}`)
    .replace(SIGNED_TOKEN, HIDDEN)
    .replace(SECRET_LINK, (_, file?: string, place?: string) => `/${file ?? place}/${HIDDEN}`)
    .replace(BASIC_LOG_IN, `Basic ${HIDDEN}`)
    .replace(ADDRESS_PASSWORD, `$1:${HIDDEN}@`)
    .replace(OWN_COOKIE, `$1=${HIDDEN}`)
    .replace(/\b(rst|rtt|rtr|rtc)_[\w-]{8,}/g, `$1_${HIDDEN}`)
    .replace(/\b(whsec|whsk)_[\w+/-]{8,}={0,2}/g, `$1_${HIDDEN}`)
    .replace(/\b(Bearer|DPoP)\s+[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`)
    .replace(/\bbot\d+:[\w-]{20,}/g, `bot${HIDDEN}`)
    .replace(/\b(code|password)=[^&\s"\\]+/gi, `$1=${HIDDEN}`);
}

/** Shorter values would match half of every text and protect nothing. */
export const SECRET_LENGTH_MIN = 4;

/** How a value may be written in a text: as it is, in a URL, in JSON, in hex, or inside of base64 wherever it begins there. */
export function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inBase64 = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const own = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
  const others = [encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1), bytes.toString("hex"), ...inBase64];
  return [...new Set([secret, ...others])].filter((spelling) => spelling.length >= SECRET_LENGTH_MIN);
}

/** The secrets among the settings. */
export function secretsOf(config: Config): string[] {
  const { databaseUrl, databaseDirectUrl, secretKey, nextSecretKey, oldSecretKeys, adminToken, setupCode, s3, mail, traces, applications } =
    config;
  const inAddresses = [databaseUrl, databaseDirectUrl].flatMap((address) => (address === null ? [] : passwordsIn(address)));
  const clientSecrets = Object.values(applications).map(({ clientSecret }) => clientSecret);
  const keys = [secretKey, nextSecretKey, ...oldSecretKeys];
  const headers = Object.values(traces?.headers ?? {});
  return [...inAddresses, ...keys, adminToken, setupCode, s3?.secretAccessKey, mail?.logIn?.password, ...headers, ...clientSecrets].filter(
    (value) => value !== null && value !== undefined,
  );
}

/** Of a database, as given and decoded. An address may name several hosts, which `URL` does not read. */
function passwordsIn(address: string): string[] {
  const given = [/^\w+:\/\/[^\s:/@]*:([^\s/@]+)@/.exec(address)?.[1], /[?&]password=([^&#]*)/.exec(address)?.[1]];
  return given.filter((value) => value !== undefined).flatMap((value) => [value, decodedOf(value)]);
}

/** A password may hold a lone percent sign. */
function decodedOf(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The secrets of the service itself, which no pattern can tell from other words: removed from the log by value. */
export class KnownSecrets {
  readonly #values: string[] = [];
  #pattern: RegExp | null = null;

  constructor(values: readonly string[] = []) {
    for (const value of values) this.add(value);
  }

  add(value: string): void {
    if (value.length < KNOWN_LENGTH_MIN) return;
    this.#values.push(...spellingsOf(value));
    const longestFirst = this.#values.toSorted((a, b) => b.length - a.length);
    this.#pattern = new RegExp(longestFirst.map((spelling) => RegExp.escape(spelling)).join("|"), "g");
  }

  hide(text: string): string {
    return this.#pattern === null ? text : text.replace(this.#pattern, HIDDEN);
  }
}

/** A password of a few letters is a word that the log needs. */
const KNOWN_LENGTH_MIN = 8;
