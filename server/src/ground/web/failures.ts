import type { Problem } from "@rostrum/contract/errors.ts";
import { summary } from "@rostrum/contract/errors.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Html, html } from "./html.ts";
import { around, SLOT } from "./language.ts";
import { type Page, sendPage, type Written } from "./page.ts";
import { sendProblem } from "./problems.ts";
import { told } from "./told.ts";
import { wordsOf } from "./words.ts";

/** What programs ask for, whatever they accept. */
const FOR_PROGRAMS = /^\/(?:v1|app|mcp|media|feeds|\.well-known|oauth\/(?:token|register|revoke)|healthz|readyz|metrics)(?:[/?]|$)/;

/** Tells programs a problem as JSON, and people who look with a browser as a page. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  return isForPeople(request) ? sendPage(reply, failurePage(problem)) : sendProblem(reply, problem);
}

/** Browsers ask for HTML by name; programs ask for JSON, or take anything. */
function isForPeople({ headers, url }: FastifyRequest): boolean {
  return (headers.accept ?? "").includes("text/html") && !FOR_PROGRAMS.test(url);
}

function failurePage(problem: Problem): Written {
  const status = problem.kind === "fields" ? 422 : problem.status;
  return (language) => {
    const { failures } = wordsOf(language);
    const [title, text] =
      status === 404
        ? [failures.missing, failures.missingText]
        : status >= 500
          ? [failures.broken, failures.brokenText]
          : [failures.refused, told(language, problem.kind === "fields" ? summary(problem.fields) : problem.message)];
    return noticePage({ status, title, text, home: failures.home });
  };
}

/** What cannot be done here, and the way on; `home`: what leads to the start. */
function noticePage({ status, title, text, home }: Notice): Page {
  const button = home !== undefined && html`<p><a class="button main" href="/">${home}</a></p>`;
  return { status, title, body: html`<div class="gate"><h1>${title}</h1><p class="lead">${text}</p>${button}</div>` };
}

interface Notice {
  readonly status: number;
  readonly title: string;
  readonly text: string | Html;
  readonly home?: string;
}

/** What a device shares is taken by the service worker, in the browser: docs/sharing.md. Here it would have come too far. */
export const notKeptPage: Written = (language) => {
  const { dashboard, failures } = wordsOf(language);
  return noticePage({ status: 503, title: dashboard.notKept, text: dashboard.notKeptText, home: failures.home });
};

export const notBuiltPage: Written = (language) => {
  const { dashboard } = wordsOf(language);
  const text = around(dashboard.notBuiltText({ command: SLOT }), html`<code>npm run build</code>`);
  return noticePage({ status: 503, title: dashboard.notBuilt, text });
};
