import { z } from "zod";
import { type Html, html } from "../../../ground/web/html.ts";
import {
  type ContentObject,
  type ExampleObject,
  nameOf,
  type OpenApi,
  type OperationObject,
  type ReplyObject,
  referred,
  resolve,
} from "./document.ts";

type Components = OpenApi["components"];

/** The error replies of an operation. Those shared by many operations are linked to the section below. */
export function repliesTable(operation: OperationObject, components: Components): Html {
  const failures = Object.entries(operation.responses).filter(([status]) => !status.startsWith("2"));
  return refusalsTable(
    failures.map(([status, reply]) =>
      "$ref" in reply
        ? sharedRow(status, nameOf(reply.$ref), referred(reply.$ref, components.responses))
        : rowsOf(status, reply, components),
    ),
  );
}

/** Replies common to many operations. */
export function sharedReplies({ components, paths }: OpenApi): Html {
  const statuses = new Map<string, string>();
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    for (const [status, reply] of Object.entries(operation?.responses ?? {})) if ("$ref" in reply) statuses.set(nameOf(reply.$ref), status);
  }
  const replies = Object.entries(components.responses).map(([name, reply]) => ({ name, reply, status: statuses.get(name) ?? "" }));
  return html`<section aria-labelledby="shared-replies">
<h2 id="shared-replies" class="tag">Shared replies</h2>
<p class="lead">Replies common to many operations.</p>
${replies
  .toSorted((one, other) => Number(one.status) - Number(other.status))
  .map(
    ({ name, reply, status }) =>
      html`<article id="reply-${name}" class="shared"><h3>${status} ${name}</h3>${refusalsTable([rowsOf(status, reply, components)])}</article>`,
  )}
</section>`;
}

/** The named examples of a body. */
export function examplesOf(content: ContentObject, components: Components): ExampleObject[] {
  return Object.values(content.examples ?? {}).map((example) => resolve(example, components.examples));
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function refusalsTable(rows: readonly (Html | readonly Html[])[]): Html {
  return html`<table class="refusals"><thead><tr><th scope="col">Status</th><th scope="col">When</th><th scope="col">Body</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function sharedRow(status: string, name: string, { description }: ReplyObject): Html {
  return html`<tr><td>${status}</td><td colspan="2">${description} <a href="#reply-${name}">${name}</a></td></tr>`;
}

function rowsOf(status: string, reply: ReplyObject, components: Components): Html[] {
  const content = reply.content["application/json"];
  if (content === undefined) return [];
  return examplesOf(content, components).map(
    ({ summary, value }) =>
      html`<tr><td>${status}</td><td>${summary}</td><td><details><summary>${keysOf(value)}</summary><pre class="sample" tabindex="0"><code>${json(value)}</code></pre></details></td></tr>`,
  );
}

const WithErrors = z.object({ errors: z.record(z.string(), z.unknown()) });

/** The keys of `errors`, by which a program distinguishes refusals with the same status. */
function keysOf(value: unknown): Html[] {
  const body = WithErrors.safeParse(value);
  const keys = body.success ? Object.keys(body.data.errors).map((key) => `errors.${key}`) : ["message"];
  return keys.map((key) => html`<code>${key}</code> `);
}
