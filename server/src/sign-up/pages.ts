import { NAME_LENGTH_MAX } from "@rostrum/contract/limits.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@rostrum/contract/private/users.ts";
import { problemPage } from "../sign-in/pages.ts";
import { type Html, html } from "../web/html.ts";
import type { Page } from "../web/page.ts";

export const TAKEN = "There is already an account with this address. Sign in with it instead.";

export interface SignUpProblem {
  /** The field that it is about; null: the whole form. */
  readonly field: "name" | "email" | "password" | null;
  readonly text: string;
}

export interface SignUpForm {
  readonly token: string;
  readonly returnTo: string;
  readonly name: string;
  readonly email: string;
  readonly problem: SignUpProblem | null;
}

export function signUpPage({ token, returnTo, name, email, problem }: SignUpForm): Page {
  const mark = (field: SignUpProblem["field"]) =>
    problem?.field === field && html` autofocus aria-invalid="true" aria-describedby="problem"`;
  return gate("Create an account", problem?.text ?? null, {
    lead: "You sign in with your e-mail address and this password.",
    form: html`<form class="form" method="post" action="/sign-up">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="return_to" value="${returnTo}">
<label>Name <input type="text" name="name" value="${name}" required maxlength="${NAME_LENGTH_MAX}" autocomplete="name"${mark("name") || (problem === null && html` autofocus`)}></label>
<label>E-mail address <input type="email" name="email" value="${email}" required maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false"${mark("email")}></label>
<label>Password, at least ${PASSWORD_LENGTH_MIN} characters <input type="password" name="password" required minlength="${PASSWORD_LENGTH_MIN}" maxlength="${PASSWORD_LENGTH_MAX}" autocomplete="new-password"${mark("password")}></label>
<p><button class="main wide">Create an account</button></p>
</form>
<p><a href="/sign-in?return_to=${encodeURIComponent(returnTo)}">I have an account: sign in</a></p>`,
  });
}

/** The same whether the address was free or taken. */
export function signedUpPage(email: string): Page {
  return sentPage(
    email,
    html`<p>It has a link that confirms your address. You do not have to wait for it: you can sign in with your password right away.</p>
<p><a href="/sign-in">Sign in</a></p>`,
  );
}

export function noSignUpPage(): Page {
  return problemPage({
    status: 403,
    title: "Only the operator creates accounts",
    text: html`Ask the operator of this service for an account, or a member of a brand for an invitation. An invitation that has been used or has expired no longer works. <a href="/sign-in">Sign in</a>`,
  });
}

export function forgotPage({
  token,
  email,
  problem,
}: {
  readonly token: string;
  readonly email: string;
  readonly problem: string | null;
}): Page {
  const wrong = problem !== null && html` aria-invalid="true" aria-describedby="problem"`;
  return gate("Forgot your password?", problem, {
    lead: "Enter the e-mail address of your account. You will get a link to choose a new password.",
    form: html`<form class="form" method="post" action="/forgot-password">
<input type="hidden" name="token" value="${token}">
<label>E-mail address <input type="email" name="email" value="${email}" required autofocus maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false"${wrong}></label>
<p><button class="main wide">Send the link</button></p>
</form>
<p><a href="/sign-in">Back to sign-in</a></p>`,
  });
}

/** The same whether somebody has the address or not. */
export function askedPage(email: string): Page {
  return sentPage(
    email,
    html`<p>If there is an account with this address, the mail has a link that works for an hour. Nothing arrived? Look in your spam folder, or check the spelling of the address.</p>
<p><a href="/forgot-password">Try again</a></p>`,
  );
}

function sentPage(email: string, rest: Html): Page {
  return {
    title: "Check your mail",
    body: html`<div class="gate"><h1>Check your mail</h1>
<p class="lead">A mail is on its way to ${email}.</p>
${rest}</div>`,
  };
}

const COMMAND = "npx rostrum admin users reset-link --user you@example.com";

export function noMailPage(): Page {
  return {
    title: "Forgot your password?",
    body: html`<div class="gate"><h1>Forgot your password?</h1>
<p class="lead">This service sends no mail. Ask its operator for a link.</p>
<p>The operator gets it on the page “People”, or with this command on the machine that runs the service:</p>
<pre class="code" tabindex="0"><code>${COMMAND}</code></pre>
<p><a href="/sign-in">Back to sign-in</a></p></div>`,
  };
}

/** The field of `resetPage` that says that the account's keys go on working. Whoever was not asked has not said so. */
export const KEEPS = "keep_keys";

/** `keys`: how many the account has. */
export function resetPage(given: {
  readonly token: string;
  readonly secret: string;
  readonly email: string;
  readonly problem: string | null;
  readonly keys: number;
  readonly keeps: boolean;
}): Page {
  const { token, secret, email, problem, keys, keeps } = given;
  const wrong = problem !== null && html` aria-invalid="true" aria-describedby="problem"`;
  return gate("Choose a new password", problem, {
    lead: html`For the account with the address ${email}. You are signed out everywhere, and connected apps are disconnected.`,
    form: html`<form class="form" method="post" action="/reset-password">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="link_token" value="${secret}">
<input type="email" name="email" value="${email}" autocomplete="username" aria-label="E-mail address" readonly hidden>
<label>New password, at least ${PASSWORD_LENGTH_MIN} characters <input type="password" name="password" required autofocus minlength="${PASSWORD_LENGTH_MIN}" maxlength="${PASSWORD_LENGTH_MAX}" autocomplete="new-password"${wrong}></label>
${keys > 0 && keysView(keys, keeps)}
<p><button class="main wide">Change password</button></p>
</form>`,
  });
}

function keysView(keys: number, keeps: boolean): Html {
  const [what, them] = keys === 1 ? ["the account’s API key", "it"] : [`the account’s ${keys} API keys`, "them"];
  return html`<div class="choice"><label><input type="checkbox" name="${KEEPS}" value="yes"${keeps && html` checked`}>
<span>Keep ${what} <span class="soft">Only if you know every program that uses ${them}. Otherwise ${keys === 1 ? "it is" : "they are"} revoked.</span></span></label></div>`;
}

export function resetDonePage(): Page {
  return donePage("Your password has been changed", html`<a href="/sign-in">Sign in</a>`);
}

export function verifyPage(given: {
  readonly token: string;
  readonly secret: string;
  readonly email: string;
  readonly isChange: boolean;
}): Page {
  const { token, secret, email, isChange } = given;
  return gate(isChange ? "Use this address?" : "Is this your address?", null, {
    lead: isChange ? html`From then on you sign in with ${email}.` : html`Please confirm that ${email} is yours.`,
    form: html`<form class="form" method="post" action="/verify-email">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="link_token" value="${secret}">
<p><button class="main wide">${isChange ? "Use this address" : "Confirm this address"}</button></p>
</form>`,
  });
}

export function verifiedPage(email: string): Page {
  return donePage("Your address is confirmed", html`You sign in with ${email}. <a href="/">Go on</a>`);
}

export function takenMeanwhilePage(email: string): Page {
  return problemPage({
    status: 409,
    title: "This address is taken",
    text: html`In the meantime somebody has created an account with the address ${email}. Your account keeps its address. <a href="/">Go on</a>`,
  });
}

/** It has been used, is too old, or a newer one was sent. */
export function deadLinkPage(purpose: "reset" | "verify"): Page {
  return problemPage({
    status: 404,
    title: "This link no longer works",
    text: html`It may have been used already, it may be too old, or there is a newer one. ${
      purpose === "reset"
        ? html`<a href="/forgot-password">Get a new link</a>`
        : html`Sign in to have a new one sent. <a href="/">Go on</a>`
    }`,
  });
}

function donePage(title: string, text: Html): Page {
  return { title, body: html`<div class="gate"><h1>${title}</h1><p class="lead">${text}</p></div>` };
}

function gate(title: string, problem: string | null, { lead, form }: { readonly lead: Html | string; readonly form: Html }): Page {
  return {
    title: problem === null ? title : `Error: ${title}`,
    body: html`<div class="gate">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${problem !== null && html`<p class="problem" id="problem" role="alert">${problem}</p>`}
${form}
</div>`,
  };
}
