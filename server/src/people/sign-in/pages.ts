import type { Language } from "@rostrum/contract/words.ts";
import { VERSION } from "../../ground/version.ts";
import { type Html, html } from "../../ground/web/html.ts";
import type { Page, Written } from "../../ground/web/page.ts";
import type { CookieGround } from "./cookies.ts";
import type { Session } from "./sessions.ts";
import { wordsOf } from "./words.ts";

/** A sentence in whatever language the reader has. */
export type Sentence = (language: Language) => string;

export interface SignInForm {
  readonly token: string;
  readonly returnTo: string;
  /** As typed in the previous attempt. */
  readonly email: string;
  readonly problem: Sentence | null;
  /** Whether accounts can be made, here or on the way to where `returnTo` leads. */
  readonly offersSignUp: boolean;
  /** Where one signs in, as people name it. */
  readonly host: string;
  readonly hasSandbox: boolean;
  /** Whether there is a demo, whose log-in the log has told. */
  readonly hasDemo: boolean;
}

export function signInPage(form: SignInForm, status = 200): Written {
  return (language) => {
    const words = wordsOf(language);
    const wrong = form.problem !== null && html` aria-invalid="true" aria-describedby="problem"`;
    return {
      status,
      title: words.signIn,
      isWrong: form.problem !== null,
      isWayIn: true,
      body: html`<div class="gate">
<h1>${words.signIn}</h1>
<p class="lead">${words.to({ host: form.host })}</p>
${form.problem !== null && html`<p class="problem" id="problem" role="alert">${form.problem(language)}</p>`}
<form class="form" method="post" action="/sign-in">
<input type="hidden" name="token" value="${form.token}">
<input type="hidden" name="return_to" value="${form.returnTo}">
<label>${words.email} <input type="email" name="email" value="${form.email}" required maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false"${form.email === "" && html` autofocus`}${wrong}></label>
<div class="field"><div class="beside"><label for="password">${words.password}</label> <a href="/forgot-password">${words.forgot}</a></div>
<input type="password" name="password" id="password" required maxlength="1024" autocomplete="current-password"${form.email !== "" && html` autofocus`}${wrong}></div>
<p><button class="main wide">${words.signIn}</button></p>
</form>
<div class="after">${form.offersSignUp && html`<p>${words.noAccount} <a href="/sign-up?return_to=${encodeURIComponent(form.returnTo)}">${words.signUp}</a></p>`}
<p>${words.invited}</p>
${form.hasDemo && html`<p>${words.demo}</p>`}</div>
</div>`,
      foot: programmersLinks(form, language),
    };
  };
}

function programmersLinks({ hasSandbox }: SignInForm, language: Language): Html {
  const words = wordsOf(language);
  return html`<span>${words.programmers}</span><a href="/docs">${words.apiDocs}</a><a href="/openapi-v1.2.0.yaml">${words.openApi}</a>${
    hasSandbox && html`<a href="/sandbox/">${words.sandbox}</a>`
  }<span>Rostrum ${VERSION}</span>`;
}

/** An error page with a title and a sentence or two. */
export function problemPage(problem: { readonly status: number; readonly title: string; readonly text: Html | string }): Page {
  return {
    status: problem.status,
    title: problem.title,
    body: html`<div class="gate"><h1>${problem.title}</h1>
<div class="problem" role="alert"><p>${problem.text}</p></div></div>`,
  };
}

/**
 * For a form sent by another site, or left open while somebody signed in or out. Browsers keep the cookies of an https address from any
 * other, so that a form opened elsewhere is out of date for ever: the link leads to the public URL. `again`: a path.
 */
export function staleFormPage({ publicUrl }: CookieGround, again: string): Written {
  return (language) => {
    const words = wordsOf(language).stale;
    const elsewhere = publicUrl.startsWith("https:") ? ` ${words.elsewhere({ address: publicUrl })}` : "";
    const link = html`<a href="${new URL(again, publicUrl).href}">${words.again}</a>`;
    return problemPage({ status: 403, title: words.title, text: html`${words.text}${elsewhere} ${link}` });
  };
}

export function tooManyAttempts(waitSeconds: number): Sentence {
  return (language) => wordsOf(language).tooMany({ minutes: Math.ceil(waitSeconds / 60) });
}

export function signedInAs(session: Session): Html {
  return html`${session.viewer.name} <span class="soft">(${session.email})</span>`;
}
