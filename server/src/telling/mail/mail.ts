import { addSeconds } from "@rostrum/contract/formats.ts";
import type { Language } from "@rostrum/contract/words.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { newSecret } from "../../people/sign-in/secret.ts";
import { insertMail, type MailRow, type NoticeFor } from "./store.ts";
import type { Written } from "./written.ts";

/** What is said to whom. Links are made when the mail is first sent, in the language that the reader has then, and sealed with it from then on. */
export type Mail =
  | { readonly kind: "verify" | "reset" | "taken"; readonly to: string; readonly language?: Language; readonly link?: Link }
  /** `password` names the password with which the change was asked for; absent in what was stored before this was noted. */
  | {
      readonly kind: "change";
      readonly to: string;
      readonly userId: number;
      readonly password?: string;
      readonly language?: Language;
      readonly link?: Link;
    }
  | { readonly kind: "changed"; readonly to: string; readonly email: string; readonly language?: Language }
  | Notice;

/** Tells a member of a brand what has happened in it, in words that were put together when it was stored. */
export interface Notice extends NoticeFor {
  readonly kind: "notice";
  readonly written: Written;
  /** Ends mails of this kind with one click. */
  readonly stopUrl: string;
}

export interface Link {
  readonly url: string;
  /** In words, with its time zone. */
  readonly until: string;
}

const GIVEN_UP_SECONDS = 24 * 3600;

/**
 * Stores a mail in the transaction that makes it necessary; it is sent once that has been committed: call `app.wakeMail()` then.
 * Stores nothing in a service that sends no mail.
 */
export async function storeMail(app: Pick<App, "config" | "clock" | "secrets">, tx: Queryable, mail: Mail): Promise<void> {
  if (app.config.mail === null) return;
  const now = app.clock.now();
  const messageId = `<${newSecret().secret}@${new URL(app.config.publicUrl).hostname.replace(/^\[|\]$/g, "")}>`;
  const endsAt = addSeconds(now, GIVEN_UP_SECONDS);
  await insertMail(tx, { messageId, content: sealMail(app, messageId, mail), now, endsAt });
}

export function sealMail({ secrets }: Pick<App, "secrets">, messageId: string, mail: Mail): string {
  return secrets.seal(JSON.stringify(mail), placeOf(messageId));
}

export function openMail({ secrets }: Pick<App, "secrets">, { messageId, content }: Pick<MailRow, "messageId" | "content">): Mail {
  return JSON.parse(secrets.open(content, placeOf(messageId))) as Mail;
}

function placeOf(messageId: string): string {
  return `mails.content:${messageId}`;
}
