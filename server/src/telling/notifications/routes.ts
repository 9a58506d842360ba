import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { html } from "../../ground/web/html.ts";
import { mountSite, sendPage, type Written } from "../../ground/web/page.ts";
import { chosen } from "./choices.ts";
import type { Line } from "./sends-store.ts";
import { lineOfToken, STOP_PATH } from "./stop-link.ts";
import { clearWay, findBrandTitle, findChoice, findMember, lockMember, putChoice } from "./store.ts";
import { wordsOf } from "./words.ts";

const BODY_BYTES_MAX = 16_384;

/** The link in each mail that ends mails of its kind: a page with a button for people, one click for their mail programs (RFC 8058). */
export async function stopRoutes(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  mountSite(scope);
  // The address says everything; bodies of whatever kind are read and ignored.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_BYTES_MAX }, (_request, _body, done) => done(null, null));
  scope.get(STOP_PATH, (request, reply) => ask(app, request, reply));
  scope.post(STOP_PATH, (request, reply) => stop(app, request, reply));
}

/** Asks for a click, because programs that look at the links of mails do not click. */
async function ask(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token, line } = tokenIn(app, request);
  const brand = line === null ? null : await brandOf(app, line);
  if (line === null || brand === null) return sendPage(reply, nothingToStop(line === null ? 404 : 200));
  const action = `${STOP_PATH}?token=${encodeURIComponent(token)}`;
  return sendPage(reply, (language) => {
    const { title, lead, button, kinds } = wordsOf(language).stop;
    return {
      title,
      body: html`<div class="gate"><h1>${title}</h1>
<p class="lead">${lead({ kind: kinds[line.way], brand })}</p>
<form method="post" action="${action}"><p><button class="main">${button}</button></p></form></div>`,
    };
  });
}

async function stop(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { line } = tokenIn(app, request);
  const brand = line === null ? null : await brandOf(app, line);
  if (line === null || brand === null) return sendPage(reply, nothingToStop(line === null ? 404 : 200));
  await transaction(app.db, async (tx) => {
    const member = await lockMember(tx, line);
    if (member === null) return;
    await putChoice(tx, line, { choice: chosen(member, await findChoice(tx, line)), now: app.clock.now() });
    await clearWay(tx, line, line.way);
  });
  return sendPage(reply, (language) => {
    const { stop: words, choose } = wordsOf(language);
    return {
      title: words.done,
      body: html`<div class="gate"><h1>${words.done}</h1>
<p class="lead">${words.doneText({ kind: words.kinds[line.way], brand })}</p>
<p><a href="/brands/${line.brandId}/notifications">${choose}</a></p></div>`,
    };
  });
}

function tokenIn(app: App, request: FastifyRequest): { readonly token: string; readonly line: Line | null } {
  const { token } = request.query as Readonly<Record<string, unknown>>;
  const given = typeof token === "string" ? token : "";
  return { token: given, line: lineOfToken(app, given) };
}

/** Null for somebody who is no member any more. */
async function brandOf(app: App, line: Line): Promise<string | null> {
  return (await findMember(app.db, line)) === null ? null : findBrandTitle(app.db, line.brandId);
}

function nothingToStop(status: number): Written {
  return (language) => {
    const { nothing, incomplete, noMember } = wordsOf(language).stop;
    return {
      status,
      title: nothing,
      body: html`<div class="gate"><h1>${nothing}</h1><p class="lead">${status === 404 ? incomplete : noMember}</p></div>`,
    };
  };
}
