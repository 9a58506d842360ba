import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/** JSON lines on standard output. Values under names that carry secrets are cut out, wherever they stand. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[secret]" },
    hooks: {
      streamWrite: hideSecrets,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

const SECRET_NAMES = [
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

/** Cuts what looks like a secret out of free text: bearer tokens, our keys, bot tokens, secrets in query strings. */
export function hideSecrets(text: string): string {
  return text
    .replace(/\brst_[\w-]{8,}/g, "rst_[secret]")
    .replace(/\b(Bearer|DPoP)\s+[\w.~+/=-]{8,}/gi, "$1 [secret]")
    .replace(/\bbot\d+:[\w-]{20,}/g, "bot[secret]")
    .replace(/\b(access_token|refresh_token|api_key|client_secret|code|password)=[^&\s"\\]+/gi, "$1=[secret]");
}
