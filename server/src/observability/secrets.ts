/** What counts as secret in the log and in recorded requests: one list for both. `Redactor` adds the secrets of one account. */
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

const SECRET_NAME = String.raw`[\w-]*(?:token|secret|password|passwd|jwt|authorization|cookie|credential|signature|api_?key)[\w-]*`;
/** Also matches a value whose end was cut off. In JSON inside of JSON everything after the first secret goes. */
const JSON_MEMBER = new RegExp(String.raw`("${SECRET_NAME}\\?"\s*:\s*\\?")(?:[^"\\]|\\.)*`, "gi");
const FORM_FIELD = new RegExp(String.raw`(^|[?&])(${SECRET_NAME})=[^&\s"]*`, "gi");
const SIGNED_TOKEN = /\beyJ[\w-]{6,}(?:\.[\w-]*){0,2}/g;
/** A link to our own media gives anyone who has it access to the file. */
const MEDIA_LINK = /\/media\/[\w-]+\.[\w-]+\//g;

/**
 * Removes what looks like a secret from free text, whoever it belongs to: values with the name of one in JSON or in a form,
 * bearer and signed tokens, our keys and media links, bot tokens.
 */
export function hideSecrets(text: string): string {
  return text
    .replace(JSON_MEMBER, `$1${HIDDEN}`)
    .replace(FORM_FIELD, `$1$2=${HIDDEN}`)
    .replace(SIGNED_TOKEN, HIDDEN)
    .replace(MEDIA_LINK, `/media/${HIDDEN}/`)
    .replace(/\b(rst|rtt|rtr|rtc)_[\w-]{8,}/g, `$1_${HIDDEN}`)
    .replace(/\b(Bearer|DPoP)\s+[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`)
    .replace(/\bbot\d+:[\w-]{20,}/g, `bot${HIDDEN}`)
    .replace(/\b(code|password)=[^&\s"\\]+/gi, `$1=${HIDDEN}`);
}
