import type { Mail } from "./mail.ts";
import type { Written } from "./written.ts";

/**
 * All words of the service's mails. Nothing in them was typed by somebody who may be a stranger to the reader, but for notices: what
 * those tell of a brand was cleaned when they were stored.
 */
export function wordsOf(mail: Mail, service: string): Written {
  switch (mail.kind) {
    case "verify":
      return withLink(mail.link, {
        subject: "Confirm your e-mail address",
        before: `Somebody, most likely you, has created an account with this address at ${service}. Please confirm that the address is yours:`,
        label: "Confirm this address",
        after: "If it was not you, you can ignore this mail.",
      });
    case "reset":
      return withLink(mail.link, {
        subject: "Choose a new password",
        before: `Somebody, most likely you, has asked for a new password for the account with this address at ${service}. Choose it here:`,
        label: "Choose a new password",
        after: "If it was not you, you can ignore this mail: your password stays as it is.",
      });
    case "taken":
      return withLink(mail.link, {
        subject: "You already have an account",
        before: `Somebody, most likely you, has tried to create an account with this address at ${service}, but there already is one. Sign in with it, or choose a new password here if you have forgotten yours:`,
        label: "Choose a new password",
        after: "If it was not you, you can ignore this mail: your account stays as it is.",
      });
    case "change":
      return withLink(mail.link, {
        subject: "Confirm your new e-mail address",
        before: `Somebody, most likely you, wants to use this address for their account at ${service}. Please confirm that the address is yours:`,
        label: "Use this address",
        after: "If it was not you, you can ignore this mail: nothing changes without the link.",
      });
    case "changed":
      return {
        subject: "Your e-mail address has been changed",
        paragraphs: [
          `Your account at ${service} now has the address ${mail.email}, and no longer this one.`,
          "If it was not you, ask the operator of the service for help right away.",
        ],
      };
    case "notice":
      return mail.written;
  }
}

function withLink(
  link: { readonly url: string; readonly until: string } | undefined,
  { subject, before, label, after }: Readonly<Record<"subject" | "before" | "label" | "after", string>>,
): Written {
  if (link === undefined) throw new Error("the link of this mail has not been made");
  return { subject, paragraphs: [before, { label, url: link.url }, `The link works once, until ${link.until}.`, after] };
}
