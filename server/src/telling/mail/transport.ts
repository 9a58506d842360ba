import { createTransport, type NodemailerError } from "nodemailer";
import { isLoopback, type MailSettings } from "../../ground/config.ts";
import { html, render } from "../../ground/web/html.ts";
import type { Written } from "./written.ts";

const CONNECTION_SECONDS_MAX = 15;
const SILENCE_SECONDS_MAX = 30;
/** For one mail, from the connection to the last answer. */
export const SENDING_SECONDS_MAX = 60;

/** What became of a mail. Errors are told without what the server says, which may repeat who and what the mail is for. */
export type Sent =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused" | "failed"; readonly code: string; readonly status: number | null; readonly why: string | null };

export interface Letter {
  readonly to: string;
  readonly messageId: string;
  readonly written: Written;
  /** Where mail programs stop mails of this kind with one click; null for those that nobody can stop. */
  readonly stopUrl: string | null;
}

/**
 * Hands a mail to the server of the settings. A connection without TLS is upgraded where the server can; to another machine, the
 * password is never sent over one that is not. Servers on this machine may have made their certificates themselves.
 */
export async function sendLetter(settings: MailSettings, { to, messageId, written, stopUrl }: Letter, stop: AbortSignal): Promise<Sent> {
  const { host, port, isSecure, logIn, from } = settings;
  const isHere = isLoopback(host);
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: !isSecure && logIn !== null && !isHere,
    tls: { rejectUnauthorized: !isHere },
    ...(logIn !== null && { auth: { user: logIn.user, pass: logIn.password } }),
    name: from.address.slice(from.address.lastIndexOf("@") + 1),
    dnsTimeout: CONNECTION_SECONDS_MAX * 1000,
    connectionTimeout: CONNECTION_SECONDS_MAX * 1000,
    greetingTimeout: CONNECTION_SECONDS_MAX * 1000,
    socketTimeout: SILENCE_SECONDS_MAX * 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      envelope: { from: from.address, to: [{ name: "", address: to }] },
      from,
      to: { name: "", address: to },
      messageId,
      subject: written.subject,
      text: textOf(written),
      html: htmlOf(written),
      headers: { "Auto-Submitted": "auto-generated", ...stopHeaders(stopUrl) },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([stop, AbortSignal.timeout(SENDING_SECONDS_MAX * 1000)]),
    });
    return { kind: "accepted" };
  } catch (error) {
    return outcomeOf(error as NodemailerError);
  } finally {
    transport.close();
  }
}

/** What the server says about this mail for good is final. What it says about the connection, the password or the sender is the operator's. */
function outcomeOf({ code, responseCode, command, response, message }: NodemailerError): Sent {
  const status = responseCode ?? null;
  const isAboutMail = (code === "EENVELOPE" && command !== "MAIL FROM" && isAboutRecipient(response)) || code === "EMESSAGE";
  const isFinal = isAboutMail && (status === null || status >= 500);
  return { kind: isFinal ? "refused" : "failed", code: code ?? "unknown", status, why: status === null && !isAboutMail ? message : null };
}

/**
 * Whether a refusal of a recipient is about that one: servers refuse senders and clients at this point, too. Told by the enhanced status
 * code, where there is one: https://www.rfc-editor.org/rfc/rfc3463#section-3.
 */
function isAboutRecipient(response: string | undefined): boolean {
  const [, detail = null] = /(?:^\d{3}[ -]#?|[([]#?)[45]\.(\d{1,3}\.\d{1,3})\b(?!\.)/.exec(response ?? "") ?? [];
  return detail === null || /^(?:1\.(?:[0-36]|10)|2\.\d+|4\.1)$/.test(detail);
}

/** RFC 8058. */
function stopHeaders(stopUrl: string | null): Readonly<Record<string, string>> {
  if (stopUrl === null) return {};
  return { "List-Unsubscribe": `<${stopUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

export function textOf({ paragraphs }: Written): string {
  return `${paragraphs.map((part) => (typeof part === "string" ? part : `${part.label}:\n${part.url}`)).join("\n\n")}\n`;
}

export function htmlOf({ language = "en", subject, paragraphs }: Written): string {
  const parts = paragraphs.map((part) =>
    typeof part === "string" ? html`<p>${part}</p>` : html`<p><a href="${part.url}">${part.label}</a><br>${part.url}</p>`,
  );
  return `<!doctype html>${render(html`<html lang="${language}"><head><meta charset="utf-8"><title>${subject}</title></head><body>${parts}</body></html>`)}`;
}
