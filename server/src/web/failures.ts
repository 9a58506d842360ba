import type { Problem } from "@rostrum/contract/errors.ts";
import { summary } from "@rostrum/contract/errors.ts";
import type { Language } from "@rostrum/contract/words.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { tell } from "../sentences/tell.ts";
import { type Html, html } from "./html.ts";
import { sendPage, type Written } from "./page.ts";
import { sendProblem } from "./problems.ts";
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
    return {
      status,
      title,
      body: html`<div class="gate"><h1>${title}</h1><p class="lead">${text}</p><p><a class="button main" href="/">${failures.home}</a></p></div>`,
    };
  };
}

/** What is not known in the reader's language is marked as the English that it is. */
function told(language: Language, message: string): Html | string {
  const sentence = tell(language, message);
  return language !== "en" && sentence === message ? html`<span lang="en">${message}</span>` : sentence;
}
