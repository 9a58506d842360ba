import { type Instant, printLocal } from "@rostrum/contract/formats.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@rostrum/contract/private/users.ts";
import type { ConnectedProgram } from "../oauth/access-store.ts";
import { hostOf } from "../oauth/clients.ts";
import { signedInAs } from "../sign-in/pages.ts";
import type { Session } from "../sign-in/sessions.ts";
import { type Html, html } from "../web/html.ts";
import type { Page } from "../web/page.ts";

export interface Account {
  readonly session: Session;
  readonly programs: readonly ConnectedProgram[];
  /** The URL to paste where an app asks for a server. */
  readonly resource: string;
  readonly token: string;
  readonly passwordToken: string;
  readonly signOutToken: string;
  /** Confirms the action just taken. */
  readonly news: string | null;
  /** Why the password was not changed. */
  readonly problem: PasswordProblem | null;
}

export interface PasswordProblem {
  readonly text: string;
  /** The field it refers to. */
  readonly field: "password" | "new_password";
}

export function accountPage({ session, programs, resource, token, passwordToken, signOutToken, news, problem }: Account): Page {
  return {
    title: problem === null ? "Your account" : "Error: Your account",
    trail: [{ href: "/account", label: "Your account" }],
    body: html`<h1>Your account</h1>
<p class="lead">Signed in as ${signedInAs(session)}</p>
${news !== null && html`<p class="news" role="status">${news}</p>`}
<section aria-labelledby="programs"><h2 id="programs">Connected apps</h2>
${programs.length === 0 ? html`<p class="soft">No apps are connected.</p>` : html`<ul class="plain programs">${programs.map((program) => programView(program, session, token))}</ul>`}
</section>
<section aria-labelledby="connect"><h2 id="connect">Connect an app</h2>
<p>When an assistant or another app that supports the Model Context Protocol asks for a server URL, paste this:</p>
<pre class="code" tabindex="0"><code>${resource}</code></pre>
<p>The app then opens a page here where you choose what it may do.</p>
</section>
<section aria-labelledby="password"><h2 id="password">Change your password</h2>
${passwordForm(session, passwordToken, problem)}
</section>
<section aria-labelledby="out"><h2 id="out">Sign out</h2>
<form class="buttons" method="post" action="/sign-out"><input type="hidden" name="token" value="${signOutToken}">
<button class="main">Sign out</button> <button name="everywhere" value="1">Sign out in all browsers</button></form>
<p class="soft">Connected apps stay connected.</p>
</section>`,
  };
}

/** The hidden e-mail field tells the browser's password manager whose password is changing. */
function passwordForm({ email }: Session, token: string, problem: PasswordProblem | null): Html {
  const mark = (field: PasswordProblem["field"]) =>
    problem?.field === field && html` autofocus aria-invalid="true" aria-describedby="problem"`;
  return html`<p>This signs you out in all other browsers. Connected apps stay connected.</p>
${problem !== null && html`<p class="problem" id="problem" role="alert">${problem.text}</p>`}
<form class="form" method="post" action="/account/password"><input type="hidden" name="token" value="${token}">
<input type="email" name="email" value="${email}" autocomplete="username" aria-label="E-mail address" readonly hidden>
<label>Current password <input type="password" name="password" required maxlength="${PASSWORD_LENGTH_MAX}" autocomplete="current-password"${mark("password")}></label>
<label>New password <input type="password" name="new_password" required minlength="${PASSWORD_LENGTH_MIN}" maxlength="${PASSWORD_LENGTH_MAX}" autocomplete="new-password"${mark("new_password")}></label>
<p><button class="main">Change password</button></p></form>`;
}

function programView(program: ConnectedProgram, session: Session, token: string): Html {
  const { clientId, name, grantedAt, lastUsedAt, mayWrite } = program;
  const host = hostOf({ id: clientId });
  const zone = session.viewer.timezone ?? "UTC";
  return html`<li><div class="program"><h3>${name}</h3>
<p class="soft">${host === null ? "Unverified name" : html`Published by ${host}`} · ${mayWrite ? "may read and change" : "may read only"}</p>
<p class="soft">Connected ${moment(grantedAt, zone)} · ${lastUsedAt === null ? "not used yet" : html`last used ${moment(lastUsedAt, zone)}`}</p></div>
<form method="post" action="/account/disconnect"><input type="hidden" name="token" value="${token}"><input type="hidden" name="client_id" value="${clientId}">
<button aria-label="Disconnect ${name}">Disconnect</button></form></li>`;
}

function moment(instant: Instant, zone: string): Html {
  return html`<time datetime="${instant}">${printLocal(instant, zone).slice(0, 16)}</time>`;
}
