import { type Html, html } from "../web/html.ts";
import type { Page } from "../web/page.ts";
import type { Session } from "./sessions.ts";

export interface SignInForm {
  readonly token: string;
  readonly returnTo: string;
  /** As typed in the previous attempt. */
  readonly email: string;
  readonly problem: string | null;
  /** Whether accounts can be made, here or on the way to where `returnTo` leads. */
  readonly offersSignUp: boolean;
}

export function signInPage(form: SignInForm, status = 200): Page {
  const wrong = form.problem === null ? null : html` aria-invalid="true" aria-describedby="problem"`;
  return {
    status,
    title: form.problem === null ? "Sign in" : "Error: Sign in",
    body: html`<div class="gate">
<h1>Sign in</h1>
<p class="lead">Use your e-mail address and your password.</p>
${form.problem !== null && html`<p class="problem" id="problem" role="alert">${form.problem}</p>`}
<form class="form" method="post" action="/sign-in">
<input type="hidden" name="token" value="${form.token}">
<input type="hidden" name="return_to" value="${form.returnTo}">
<label>E-mail address <input type="email" name="email" value="${form.email}" required maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false"${form.email === "" && html` autofocus`}${wrong}></label>
<label>Password <input type="password" name="password" required maxlength="1024" autocomplete="current-password"${form.email !== "" && html` autofocus`}${wrong}></label>
<p><button class="main wide">Sign in</button></p>
</form>
<p><a href="/forgot-password">No password yet, or forgot it?</a></p>
${form.offersSignUp && html`<p>No account yet? <a href="/sign-up?return_to=${encodeURIComponent(form.returnTo)}">Create an account</a></p>`}
</div>`,
  };
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

/** For a form sent by another site, or left open while somebody signed in or out. */
export function staleFormPage(again: string): Page {
  return problemPage({
    status: 403,
    title: "This form is out of date",
    text: html`Nothing has been changed. Somebody may have signed in or out since you opened the page, the form may have come from another site, or your browser may be blocking cookies. <a href="${again}">Open the page again</a>`,
  });
}

export function tooManyAttempts(waitSeconds: number): string {
  const minutes = Math.ceil(waitSeconds / 60);
  return `Too many attempts. Wait ${minutes === 1 ? "a minute" : `${minutes} minutes`}, then try again.`;
}

export function signedInAs(session: Session): Html {
  return html`${session.viewer.name} <span class="soft">(${session.email})</span>`;
}
