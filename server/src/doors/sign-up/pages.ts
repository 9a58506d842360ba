import { NAME_LENGTH_MAX } from "@rostrum/contract/limits.ts";
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@rostrum/contract/private/users.ts";
import type { Language } from "@rostrum/contract/words.ts";
import { type Html, html } from "../../ground/web/html.ts";
import type { Page, Written } from "../../ground/web/page.ts";
import type { Sentence } from "../../people/sign-in/pages.ts";
import { wordsOf } from "./words.ts";

type Words = ReturnType<typeof wordsOf>;

export const TAKEN: Sentence = (language) => wordsOf(language).signUp.taken;

export interface SignUpProblem {
  /** The field that it is about; null: the whole form. */
  readonly field: "name" | "email" | "password" | "code" | null;
  readonly text: Sentence;
}

export interface SignUpForm {
  readonly token: string;
  readonly returnTo: string;
  readonly name: string;
  readonly email: string;
  readonly problem: SignUpProblem | null;
}

export function signUpPage({ token, returnTo, name, email, problem }: SignUpForm): Written {
  const mark = (field: SignUpProblem["field"]) =>
    problem?.field === field && html` autofocus aria-invalid="true" aria-describedby="problem"`;
  return gate(problem?.text ?? null, (words) => ({
    title: words.signUp.title,
    lead: words.signUp.lead,
    form: html`<form class="form" method="post" action="/sign-up">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="return_to" value="${returnTo}">
<label>${words.name} <input type="text" name="name" value="${name}" required maxlength="${NAME_LENGTH_MAX}" autocomplete="name"${mark("name") || (problem === null && html` autofocus`)}></label>
<label>${words.email} <input type="email" name="email" value="${email}" required maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false"${mark("email")}></label>
<label>${words.password({ min: PASSWORD_LENGTH_MIN })} <input type="password" name="password" required minlength="${PASSWORD_LENGTH_MIN}" maxlength="${PASSWORD_LENGTH_MAX}" autocomplete="new-password"${mark("password")}></label>
<p><button class="main wide">${words.signUp.title}</button></p>
</form>
<p class="after"><a href="/sign-in?return_to=${encodeURIComponent(returnTo)}">${words.signUp.haveOne}</a></p>`,
  }));
}

export function setupPage({
  token,
  name,
  email,
  code,
  problem,
  offersSandbox,
}: Omit<SignUpForm, "returnTo"> & { readonly code: string; readonly offersSandbox: boolean }): Written {
  const mark = (field: SignUpProblem["field"]) =>
    problem?.field === field && html` autofocus aria-invalid="true" aria-describedby="problem"`;
  return gate(problem?.text ?? null, (words) => ({
    title: words.setup.title,
    lead: words.setup.lead,
    form: html`<form class="form" method="post" action="/setup">
<input type="hidden" name="token" value="${token}">
<label>${words.setup.code} <input type="text" name="code" value="${code}" required maxlength="200" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false"${mark("code") || (problem === null && html` autofocus`)}></label>
<label>${words.name} <input type="text" name="name" value="${name}" required maxlength="${NAME_LENGTH_MAX}" autocomplete="name"${mark("name")}></label>
<label>${words.email} <input type="email" name="email" value="${email}" required maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false"${mark("email")}></label>
<label>${words.password({ min: PASSWORD_LENGTH_MIN })} <input type="password" name="password" required minlength="${PASSWORD_LENGTH_MIN}" maxlength="${PASSWORD_LENGTH_MAX}" autocomplete="new-password"${mark("password")}></label>
<p><button class="main wide">${words.signUp.title}</button></p>
</form>
${offersSandbox && html`<p class="after">${link("/try-sandbox", words.trying.title)}</p>`}`,
  }));
}

/** Where the sandbox networks would be, if they were on. */
export function tryingPage(): Written {
  return gate(null, (words) => ({
    title: words.trying.title,
    lead: words.trying.lead,
    form: html`<p>${words.trying.how}</p>
<pre class="code" tabindex="0"><code>ROSTRUM_SANDBOX=1</code></pre>
<p>${words.trying.next}</p>
<p>${link("/sign-in", words.back)}</p>`,
  }));
}

/** The same whether the address was free or taken. */
export function signedUpPage(email: string): Written {
  return sentPage(email, (words) => html`<p>${words.signUp.done}</p><p>${buttonTo("/sign-in", words.signIn)}</p>`);
}

export function noSignUpPage(): Written {
  return sorry(403, (words) => ({ ...words.closed, way: link("/sign-in", words.signIn) }));
}

export function forgotPage({
  token,
  email,
  problem,
}: {
  readonly token: string;
  readonly email: string;
  readonly problem: Sentence | null;
}): Written {
  const wrong = problem !== null && html` aria-invalid="true" aria-describedby="problem"`;
  return gate(problem, (words) => ({
    title: words.forgot.title,
    lead: words.forgot.lead,
    form: html`<form class="form" method="post" action="/forgot-password">
<input type="hidden" name="token" value="${token}">
<label>${words.email} <input type="email" name="email" value="${email}" required autofocus maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false"${wrong}></label>
<p><button class="main wide">${words.forgot.send}</button></p>
</form>
<p class="after">${link("/sign-in", words.back)}</p>`,
  }));
}

/** The same whether somebody has the address or not. */
export function askedPage(email: string): Written {
  return sentPage(email, (words) => html`<p>${words.forgot.sent}</p><p>${link("/forgot-password", words.forgot.again)}</p>`);
}

function sentPage(email: string, rest: (words: Words) => Html): Written {
  return gate(null, (words) => ({ title: words.sent.title, lead: words.sent.lead({ email }), form: rest(words) }));
}

const COMMAND = "npx rostrum admin users reset-link --user you@example.com";

export function noMailPage(): Written {
  return gate(null, (words) => ({
    title: words.forgot.title,
    lead: words.forgot.noMail,
    form: html`<p>${words.forgot.operator}</p>
<pre class="code" tabindex="0"><code>${COMMAND}</code></pre>
<p>${link("/sign-in", words.back)}</p>`,
  }));
}

/** The field of `resetPage` that says that the account's keys go on working. Whoever was not asked has not said so. */
export const KEEPS = "keep_keys";

/** `keys`: how many the account has. */
export function resetPage(given: {
  readonly token: string;
  readonly secret: string;
  readonly email: string;
  readonly problem: Sentence | null;
  readonly keys: number;
  readonly keeps: boolean;
}): Written {
  const { token, secret, email, problem, keys, keeps } = given;
  const wrong = problem !== null && html` aria-invalid="true" aria-describedby="problem"`;
  return gate(problem, (words) => ({
    title: words.reset.title,
    lead: words.reset.lead({ email }),
    form: html`<form class="form" method="post" action="/reset-password">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="link_token" value="${secret}">
<input type="email" name="email" value="${email}" autocomplete="username" aria-label="${words.email}" readonly hidden>
<label>${words.newPassword({ min: PASSWORD_LENGTH_MIN })} <input type="password" name="password" required autofocus minlength="${PASSWORD_LENGTH_MIN}" maxlength="${PASSWORD_LENGTH_MAX}" autocomplete="new-password"${wrong}></label>
${
  keys > 0 &&
  html`<div class="choice"><label><input type="checkbox" name="${KEEPS}" value="yes"${keeps && html` checked`}>
<span>${words.reset.keep({ keys })} <span class="note">${words.reset.keepHint({ keys })}</span></span></label></div>`
}
<p><button class="main wide">${words.reset.change}</button></p>
</form>`,
  }));
}

export function resetDonePage(): Written {
  return gate(null, (words) => ({ title: words.reset.done, lead: "", form: html`<p>${buttonTo("/sign-in", words.signIn)}</p>` }));
}

export function verifyPage(given: {
  readonly token: string;
  readonly secret: string;
  readonly email: string;
  readonly isChange: boolean;
}): Written {
  const { token, secret, email, isChange } = given;
  return gate(null, ({ verify }) => ({
    title: isChange ? verify.changeTitle : verify.title,
    lead: isChange ? verify.changeLead({ email }) : verify.lead({ email }),
    form: html`<form class="form" method="post" action="/verify-email">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="link_token" value="${secret}">
<p><button class="main wide">${isChange ? verify.change : verify.confirm}</button></p>
</form>`,
  }));
}

export function verifiedPage(email: string): Written {
  return gate(null, (words) => ({
    title: words.verify.done,
    lead: words.verify.doneText({ email }),
    form: html`<p>${buttonTo("/", words.goOn)}</p>`,
  }));
}

export function takenMeanwhilePage(email: string): Written {
  return sorry(409, ({ verify, goOn }) => ({ title: verify.takenTitle, text: verify.taken({ email }), way: link("/", goOn) }));
}

/** It has been used, is too old, or a newer one was sent. */
export function deadLinkPage(purpose: "reset" | "verify"): Written {
  return sorry(404, ({ dead, goOn }) => ({
    title: dead.title,
    text: purpose === "reset" ? dead.text : `${dead.text} ${dead.verify}`,
    way: purpose === "reset" ? link("/forgot-password", dead.reset) : link("/", goOn),
  }));
}

function link(href: string, label: string): Html {
  return html`<a href="${href}">${label}</a>`;
}

export function buttonTo(href: string, label: string): Html {
  return html`<a class="button main wide" href="${href}">${label}</a>`;
}

interface Apology {
  readonly title: string;
  readonly text: string;
  /** What to do next. */
  readonly way: Html;
}

/** Why somebody cannot come in here, and what they can do instead. */
export function sorry(status: number, write: (words: Words) => Apology): Written {
  return (language) => {
    const { title, text, way } = write(wordsOf(language));
    const body = html`<div class="gate"><h1>${title}</h1><div class="problem" role="alert"><p>${text} ${way}</p></div></div>`;
    return { status, title, isWayIn: true, body };
  };
}

interface Gate {
  readonly title: string;
  readonly lead: string;
  readonly form: Html;
}

/** A page for people who are not inside yet. */
export function gate(problem: Sentence | null, write: (words: Words, language: Language) => Gate): Written {
  return (language): Page => {
    const { title, lead, form } = write(wordsOf(language), language);
    return {
      title,
      isWrong: problem !== null,
      isWayIn: true,
      body: html`<div class="gate">
<h1>${title}</h1>
${lead !== "" && html`<p class="lead">${lead}</p>`}
${problem !== null && html`<p class="problem" id="problem" role="alert">${problem(language)}</p>`}
${form}
</div>`,
    };
  };
}
