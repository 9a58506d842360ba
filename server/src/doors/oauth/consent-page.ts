import type { BrandRow } from "../../brands/brands/store.ts";
import { type Html, html } from "../../ground/web/html.ts";
import { around, SLOT } from "../../ground/web/language.ts";
import type { Written } from "../../ground/web/page.ts";
import { signedInAs } from "../../people/sign-in/pages.ts";
import type { Session } from "../../people/sign-in/sessions.ts";
import type { ClientRow } from "./client-store.ts";
import { hostOf } from "./clients.ts";
import { formTargets, redirectKind } from "./redirects.ts";
import { mayWrite, type Scope } from "./scopes.ts";
import { wordsOf } from "./words.ts";

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

export function consentPage(consent: Consent): Written {
  const { client, session, request } = consent;
  return (language) => {
    const words = wordsOf(language);
    return {
      title: words.title,
      formTargets: formTargets(consent.redirectUri),
      body: html`<div class="gate">
<h1>${words.question({ name: client.name })}</h1>
<p class="lead">${words.lead}</p>
<dl class="facts">
<div><dt>${words.claims}</dt><dd><strong>${client.name}</strong>${voucher(client, words)}</dd></div>
<div><dt>${words.returns}</dt><dd>${destination(consent.redirectUri, words)}</dd></div>
<div><dt>${words.acts}</dt><dd>${signedInAs(session)}</dd></div>
<div><dt>${words.brands}</dt><dd>${brandList(consent, words)}</dd></div>
</dl>
<form class="form" method="post" action="/oauth/authorize">
<input type="hidden" name="token" value="${consent.token}">
<input type="hidden" name="request" value="${request}">
${choice(consent.scope, words)}
<p class="buttons"><button class="main" name="decision" value="allow">${words.allow}</button> <button name="decision" value="deny">${words.deny}</button></p>
<p class="soft">${around(words.disconnect({ page: SLOT }), html`<a href="/account">${words.account}</a>`)}</p>
</form>
<form class="aside" method="post" action="/sign-out">
<input type="hidden" name="token" value="${consent.signOutToken}">
<input type="hidden" name="return_to" value="/oauth/authorize?${request}">
<p>${words.notYou({ name: session.viewer.name })} <button class="link">${words.other}</button></p>
</form>
</div>`,
    };
  };
}

type Words = ReturnType<typeof wordsOf>;

function voucher(client: ClientRow, words: Words): Html {
  const host = hostOf(client);
  const told = host === null ? words.unverified : around(words.vouched({ host: SLOT }), html`<strong class="host">${host}</strong>`);
  return html`<span class="note">${told}</span>`;
}

function destination(uri: string, words: Words): Html {
  const { protocol, host, port } = new URL(uri);
  const kind = redirectKind(uri);
  if (kind === "web") return html`<strong class="host">${host}</strong><span class="note">${words.website}</span>`;
  if (kind === "loopback")
    return html`<strong>${words.device}</strong><span class="note">${port === "" ? words.running : words.runningOn({ port })}</span>`;
  return html`<strong class="host">${protocol.slice(0, -1)}</strong><span class="note">${words.opener}</span>`;
}

function brandList({ brands, brandCount }: Consent, words: Words): Html {
  if (brandCount === 0) return html`${words.noBrands}`;
  const more = brandCount - brands.length;
  const names = brands.map(({ title }) => title).join(", ");
  return html`${more > 0 ? words.more({ names, more }) : names}<span class="note">${words.later}</span>`;
}

function choice(scope: Scope, words: Words): Html {
  if (!mayWrite(scope)) return html`<p>${words.onlyRead}</p><input type="hidden" name="may" value="read">`;
  return html`<fieldset class="choice"><legend>${words.may}</legend>
<label><input type="radio" name="may" value="write" checked> <span>${words.write}<span class="note">${words.writeHint}</span></span></label>
<label><input type="radio" name="may" value="read"> <span>${words.read}<span class="note">${words.readHint}</span></span></label>
</fieldset>`;
}
