import { AUDIT_DAYS_DEFAULT, AUDIT_DAYS_MIN } from "@rostrum/contract/private/audit.ts";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { demandOf, urlsOf } from "./database/servers.ts";

// The kinds of values that settings have: each reads its text, and says what is wrong with it without repeating it.

const MAIL_PORT = 587;
const SECURE_MAIL_PORT = 465;

/** Its messages never repeat the value, which holds a password. */
export const mailServer = z
  .string()
  .refine(isMailServer, "must be smtp://user:password@host:port or smtps://…, with special characters in the password percent-encoded")
  .transform((value) => {
    const { protocol, hostname, port, username, password } = new URL(value);
    const isSecure = protocol === "smtps:";
    return {
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (isSecure ? SECURE_MAIL_PORT : MAIL_PORT) : Number(port),
      isSecure,
      logIn: username === "" ? null : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    };
  });

function isMailServer(value: string): boolean {
  const url = /^smtps?:\/\//.test(value) ? URL.parse(value) : null;
  if (url === null || url.hostname === "" || url.search !== "" || url.hash !== "" || !["", "/"].includes(url.pathname)) return false;
  if ((url.username === "") !== (url.password === "")) return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false;
  }
}

const MAIL_SENDER = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<)?([^\s<>@,;"]+@[^\s<>@,;"]+)(>?)$/u;

export const mailSender = z
  .string()
  .transform((value) => MAIL_SENDER.exec(value.trim()))
  .refine(
    (found) => found !== null && (found[1] !== undefined) === (found[3] === ">"),
    "must be an address such as Rostrum <rostrum@example.org>",
  )
  .transform((found) => ({ name: (found?.[1] ?? "").trim(), address: found?.[2] ?? "" }));

export const address = z
  .string()
  .trim()
  .refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), "must be an http or https address")
  .transform((value) => value.replace(/\/+$/, ""));

export const count = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number of 0 or more")
    .default(String(fallback))
    .transform(Number);

export const days = z
  .string()
  .regex(/^\d{1,5}$/, "must be a number of days")
  .default(String(AUDIT_DAYS_DEFAULT))
  .transform(Number)
  .refine((value) => value >= AUDIT_DAYS_MIN, `must be ${AUDIT_DAYS_MIN} or more`);

export const port = z
  .string()
  .regex(/^\d{1,5}$/, "must be a port number")
  .transform(Number)
  .refine((value) => value <= 65_535, "must be a port number");

export const onOff = z.enum(["0", "1"], "must be 0 or 1").transform((value) => value === "1");

export const cidrs = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  )
  .refine((parts) => parts.every((part) => ipaddr.isValidCIDR(part)), "must be comma-separated CIDRs such as 10.0.0.0/8");

/** Keys pasted from files and consoles often end in a line break. */
export const word = z.string().regex(/^\S+$/, "must not contain spaces or line breaks");

export const words = z.string().transform((text) => text.split(/[\s,]+/).filter((name) => name !== ""));

export const isSecretKey = (value: string) => /^[A-Za-z0-9+/_-]*=*\s*$/.test(value) && Buffer.from(value, "base64").length === 32;

export const secretKey = z.string().refine(isSecretKey, "must be 32 bytes in base64");

export const version = z.string().regex(/^v?\d+(\.\d+)?$/, "must be a version such as v25.0");

/** True for a malformed URL too: that has its own error. */
export function isPlainAddress(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { username, search, hash } = new URL(value);
  return username === "" && search === "" && hash === "";
}

export const database = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must be a postgres:// address")
  .refine(
    (value) => urlsOf(value).every((url) => /^[^?]*\/\/(\/|$)/.test(url) || URL.canParse(url)),
    "must be a postgres:// address; several servers are separated by commas, each with its own port",
  )
  .refine(
    (value) => [null, "read-write", "primary"].includes(demandOf(value)),
    "target_session_attrs must be read-write, because the service writes",
  )
  .optional();
