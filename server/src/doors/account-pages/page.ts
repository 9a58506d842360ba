import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@rostrum/contract/private/users.ts";
import type { Language } from "@rostrum/contract/words.ts";
import { type Html, html } from "../../ground/web/html.ts";
import { around, SLOT } from "../../ground/web/language.ts";
import type { Written } from "../../ground/web/page.ts";
import { type Sentence, signedInAs } from "../../people/sign-in/pages.ts";
import type { Session } from "../../people/sign-in/sessions.ts";
import type { ConnectedProgram } from "../oauth/access-store.ts";
import { hostOf } from "../oauth/clients.ts";
import { wordsOf } from "./words.ts";

export interface Account {
  readonly session: Session;
  readonly programs: readonly ConnectedProgram[];
  /** The URL to paste where an app asks for a server. */
  readonly resource: string;
  readonly token: string;
  readonly passwordToken: string;
  readonly signOutToken: string;
  /** Confirms the action just taken. */
  readonly news: Sentence | null;
  /** Why the password was not changed. */
  readonly problem: PasswordProblem | null;
}

export interface PasswordProblem {
  readonly text: Sentence;
  /** The field it refers to. */
  readonly field: "password" | "new_password";
}

export function accountPage(account: Account): Written {
  const { session, programs, resource, token, passwordToken, signOutToken, news, problem } = account;
  return (language) => {
    const words = wordsOf(language);
    const { title, apps, connect, password, out } = words;
    return {
      title,
      isWrong: problem !== null,
      trail: [{ href: "/account", label: title }],
      body: html`<h1>${title}</h1>
<p class="lead">${around(words.signedInAs({ who: SLOT }), signedInAs(session))}</p>
${news !== null && html`<p class="news" role="status">${news(language)}</p>`}
<section aria-labelledby="programs"><h2 id="programs">${apps.title}</h2>
${programs.length === 0 ? html`<p class="soft">${apps.none}</p>` : html`<ul class="plain programs">${programs.map((program) => programView(program, { session, token, language }))}</ul>`}
</section>
<section aria-labelledby="connect"><h2 id="connect">${connect.title}</h2>
<p>${connect.paste}</p>
<pre class="code" tabindex="0"><code>${resource}</code></pre>
<p>${connect.after}</p>
</section>
<section aria-labelledby="password"><h2 id="password">${password.title}</h2>
${passwordForm(account, { token: passwordToken, language })}
</section>
<section aria-labelledby="out"><h2 id="out">${out.title}</h2>
<form class="buttons" method="post" action="/sign-out"><input type="hidden" name="token" value="${signOutToken}">
<button class="main">${out.here}</button> <button name="everywhere" value="1">${out.everywhere}</button></form>
<p class="soft">${out.hint}</p>
</section>`,
    };
  };
}

interface Form {
  readonly token: string;
  readonly language: Language;
}

/** The hidden e-mail field tells the browser's password manager whose password is changing. */
function passwordForm({ session, problem }: Account, { token, language }: Form): Html {
  const { password: words } = wordsOf(language);
  const mark = (field: PasswordProblem["field"]) =>
    problem?.field === field && html` autofocus aria-invalid="true" aria-describedby="problem"`;
  return html`<p>${words.hint}</p>
${problem !== null && html`<p class="problem" id="problem" role="alert">${problem.text(language)}</p>`}
<form class="form" method="post" action="/account/password"><input type="hidden" name="token" value="${token}">
<input type="email" name="email" value="${session.email}" autocomplete="username" aria-label="${words.email}" readonly hidden>
<label>${words.current} <input type="password" name="password" required maxlength="${PASSWORD_LENGTH_MAX}" autocomplete="current-password"${mark("password")}></label>
<label>${words.next} <input type="password" name="new_password" required minlength="${PASSWORD_LENGTH_MIN}" maxlength="${PASSWORD_LENGTH_MAX}" autocomplete="new-password"${mark("new_password")}></label>
<p><button class="main">${words.change}</button></p></form>`;
}

function programView(program: ConnectedProgram, { session, token, language }: Form & { readonly session: Session }): Html {
  const { clientId, name, grantedAt, lastUsedAt, mayWrite } = program;
  const { apps: words } = wordsOf(language);
  const host = hostOf({ id: clientId });
  const when = (instant: Instant) => moment(instant, { language, timeZone: session.viewer.timezone ?? "UTC" });
  const used = lastUsedAt === null ? words.unused : around(words.used({ when: SLOT }), when(lastUsedAt));
  return html`<li><div class="program"><h3>${name}</h3>
<p class="soft">${host === null ? words.unverified : words.publishedBy({ host })} · ${mayWrite ? words.mayWrite : words.mayRead}</p>
<p class="soft">${around(words.connected({ when: SLOT }), when(grantedAt))} · ${used}</p></div>
<form method="post" action="/account/disconnect"><input type="hidden" name="token" value="${token}"><input type="hidden" name="client_id" value="${clientId}">
<button aria-label="${words.disconnectOne({ name })}">${words.disconnect}</button></form></li>`;
}

function moment(instant: Instant, { language, timeZone }: { readonly language: Language; readonly timeZone: string }): Html {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone });
  return html`<time datetime="${instant}">${format.format(toEpochMilliseconds(instant))}</time>`;
}
