import type { BrandRow } from "../brands/store.ts";
import { signedInAs } from "../sign-in/pages.ts";
import type { Session } from "../sign-in/sessions.ts";
import { type Html, html } from "../web/html.ts";
import type { Page } from "../web/page.ts";
import type { ClientRow } from "./client-store.ts";
import { hostOf } from "./clients.ts";
import { formTargets, redirectKind } from "./redirects.ts";
import { mayWrite, type Scope } from "./scopes.ts";

/** The page lists this many brands and counts the rest. */
export const BRANDS_SHOWN_MAX = 10;

export interface Consent {
  readonly session: Session;
  readonly client: ClientRow;
  readonly redirectUri: string;
  readonly scope: Scope;
  /** The first brands, and how many there are. */
  readonly brands: readonly Pick<BrandRow, "title">[];
  readonly brandCount: number;
  /** The query of the request, as it came. */
  readonly request: string;
  readonly token: string;
  readonly signOutToken: string;
}

export function consentPage(consent: Consent): Page {
  const { client, session, request } = consent;
  return {
    title: "Connect an app",
    formTargets: formTargets(consent.redirectUri),
    body: html`<div class="gate">
<h1>Connect “${client.name}”?</h1>
<p class="lead">An app wants to use Rostrum on your behalf. Continue only if you have just started this in the app yourself.</p>
<dl class="facts">
<div><dt>Claims to be</dt><dd><strong>${client.name}</strong>${voucher(client)}</dd></div>
<div><dt>Returns to</dt><dd>${destination(consent.redirectUri)}</dd></div>
<div><dt>Acts as</dt><dd>${signedInAs(session)}</dd></div>
<div><dt>Your brands</dt><dd>${brandList(consent)}</dd></div>
</dl>
<form class="form" method="post" action="/oauth/authorize">
<input type="hidden" name="token" value="${consent.token}">
<input type="hidden" name="request" value="${request}">
${choice(consent.scope)}
<p class="buttons"><button class="main" name="decision" value="allow">Allow</button> <button name="decision" value="deny">Don’t allow</button></p>
<p class="soft">You can disconnect it at any time under <a href="/account">Your account</a>.</p>
</form>
<form class="aside" method="post" action="/sign-out">
<input type="hidden" name="token" value="${consent.signOutToken}">
<input type="hidden" name="return_to" value="/oauth/authorize?${request}">
<p>Not ${session.viewer.name}? <button class="link">Sign in as someone else</button></p>
</form>
</div>`,
  };
}

function voucher(client: ClientRow): Html {
  const host = hostOf(client);
  return host === null
    ? html`<span class="note">The app chose this name itself. Nobody has verified it.</span>`
    : html`<span class="note">According to a page at <strong class="host">${host}</strong>.</span>`;
}

function destination(uri: string): Html {
  const { protocol, host, port } = new URL(uri);
  const kind = redirectKind(uri);
  if (kind === "web") return html`<strong class="host">${host}</strong><span class="note">A website.</span>`;
  if (kind === "loopback")
    return html`<strong>This device</strong><span class="note">An app running here${port !== "" && html`, on port ${port}`}.</span>`;
  return html`<strong class="host">${protocol.slice(0, -1)}</strong><span class="note">The app on this device that opens these links.</span>`;
}

function brandList({ brands, brandCount }: Consent): Html {
  if (brandCount === 0) return html`None yet. The app will see any you join.`;
  const more = brandCount - brands.length;
  return html`${brands.map(({ title }) => title).join(", ")}${more > 0 && html` and ${more} more`}<span class="note">And any you join later, within your role in each.</span>`;
}

function choice(scope: Scope): Html {
  if (!mayWrite(scope)) {
    return html`<p>It may <strong>read only</strong>: brands, channels, collections, posts, media and results.</p><input type="hidden" name="may" value="read">`;
  }
  return html`<fieldset class="choice"><legend>What may it do?</legend>
<label><input type="radio" name="may" value="write" checked> <span>Read and change<span class="note">See everything, and create, change, publish and delete posts, collections, media and automations.</span></span></label>
<label><input type="radio" name="may" value="read"> <span>Read only<span class="note">See brands, channels, collections, posts, media and results.</span></span></label>
</fieldset>`;
}
