import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { type FoundInvitation, findInvitation } from "../../brands/brands/invitations-store.ts";
import { html } from "../../ground/web/html.ts";
import { sendPage, type Written } from "../../ground/web/page.ts";
import { hashSecret } from "../../people/sign-in/secret.ts";
import { invitationIn } from "./join.ts";
import { buttonTo, gate, sorry } from "./pages.ts";

/** Who invites to what, for somebody who is not signed in: before they make an account or type a password. */
export async function sendInvitation(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = new URL(request.url, "http://here.invalid").pathname;
  const secret = invitationIn(path);
  const found = secret === null ? null : await findInvitation(app.db, hashSecret(secret));
  const signIn = `/sign-in?return_to=${encodeURIComponent(path)}`;
  return sendPage(reply, invitationPage(found, { ...app, path, signIn }));
}

function invitationPage(
  found: FoundInvitation | null,
  { clock, config, path, signIn }: Pick<App, "clock" | "config"> & { readonly path: string; readonly signIn: string },
): Written {
  const gone = (why: "used" | "expired" | "unknown") =>
    sorry(404, ({ invitation, signIn: label }) => ({
      title: invitation.gone,
      text: why === "unknown" ? invitation.unknown : invitation[why]({ by: found?.invitedBy ?? "" }),
      way: html`<a href="${signIn}">${label}</a>`,
    }));
  if (found === null) return gone("unknown");
  if (found.acceptedAt !== null) return gone("used");
  if (found.expiresAt <= clock.now()) return gone("expired");
  const { invitedBy: by, brand, role, expiresAt } = found;
  return gate(null, ({ invitation: words }, language) => ({
    title: words.title({ by }),
    lead: words.lead({ brand }),
    form: html`<dl class="facts">
<div><dt>${words.role}</dt><dd><strong>${words.roles[role]}</strong><span class="note">${words.may[role]}</span></dd></div>
<div><dt>${words.where}</dt><dd>${brand}<span class="note">${new URL(config.publicUrl).host}</span></dd></div>
<div><dt>${words.until}</dt><dd><time datetime="${expiresAt}">${new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(toEpochMilliseconds(expiresAt))}</time></dd></div>
</dl>
<p>${buttonTo(`/sign-up?return_to=${encodeURIComponent(path)}`, words.signUp)}</p>
<p><a class="button wide" href="${signIn}">${words.signIn}</a></p>
<p class="soft">${words.next}</p>`,
  }));
}
