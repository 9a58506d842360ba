import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { countBrandsOf, listBrandsOf } from "../../brands/brands/store.ts";
import { record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { sendPage } from "../../ground/web/page.ts";
import { told } from "../../ground/web/told.ts";
import { fieldsOf, formToken, isForeign, isFormToken } from "../../people/sign-in/forms.ts";
import { problemPage, staleFormPage } from "../../people/sign-in/pages.ts";
import { pathToSignIn, SIGN_OUT } from "../../people/sign-in/routes.ts";
import { newSecret } from "../../people/sign-in/secret.ts";
import { holdSession } from "../../people/sign-in/session-store.ts";
import { type Session, sessionOf } from "../../people/sign-in/sessions.ts";
import { secondsToWait } from "../../people/sign-in/throttle.ts";
import { oauthAddresses } from "./addresses.ts";
import type { ClientRow } from "./client-store.ts";
import { clientOf } from "./clients.ts";
import { BRANDS_SHOWN_MAX, consentPage } from "./consent-page.ts";
import { hasConnected, insertGrant } from "./grant-store.ts";
import { isRedirectOf, withParameters } from "./redirects.ts";
import { type AuthorizationRequest, type Destination, readDestination, readRequest } from "./request.ts";
import { CODE_SECONDS, PREFIX } from "./tokens.ts";
import { wordsOf } from "./words.ts";

const REQUEST_LENGTH_MAX = 8192;

/**
 * `GET /oauth/authorize`: shows the consent page. Visitors who are not signed in learn nothing here and trigger no lookups.
 */
export async function showConsent(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const text = queryOf(request.url);
  const session = await sessionOf(app, request);
  if (session === null) return reply.redirect(pathToSignIn(`/oauth/authorize?${text}`), 303);
  const asked = await examine(app, text, session);
  if (asked.kind !== "asked") return turnDown(app, reply, session, asked);
  const { userId } = session.viewer;
  const [brands, brandCount] = await Promise.all([
    listBrandsOf(app.db, { userId, limit: BRANDS_SHOWN_MAX, offset: 0 }),
    countBrandsOf(app.db, userId),
  ]);
  const page = consentPage({
    session,
    client: asked.client,
    redirectUri: asked.destination.redirectUri,
    scope: asked.request.scope,
    brands,
    brandCount,
    request: text,
    token: formToken(app, session, purposeOf(text)),
    signOutToken: formToken(app, session, SIGN_OUT),
  });
  return sendPage(reply, page);
}

/**
 * `POST /oauth/authorize`: the user's decision. The request is validated again, so that the form need not be trusted.
 */
export async function decideConsent(app: App, httpRequest: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = fieldsOf(httpRequest);
  const text = fields.get("request") ?? "";
  const session = await sessionOf(app, httpRequest);
  if (session === null) return reply.redirect(pathToSignIn(`/oauth/authorize?${text}`), 303);
  if (isForeign(httpRequest, app.config.publicUrl) || !isFormToken(app, session, purposeOf(text), fields.get("token"))) {
    return sendPage(reply, staleFormPage(app.config, `/oauth/authorize?${text}`));
  }
  const asked = await examine(app, text, session);
  if (asked.kind !== "asked") return turnDown(app, reply, session, asked);
  const { client, destination, request } = asked;
  if (fields.get("decision") !== "allow") {
    return answer(app, reply, destination, { error: "access_denied", error_description: "The user denied the request." });
  }
  const { userId } = session.viewer;
  const allowance = { key: `consents of ${userId}`, max: BOUNDS.programs.most, windowSeconds: 3600 };
  if ((await secondsToWait(app, allowance)) !== null) {
    return answer(app, reply, destination, { error: "temporarily_unavailable", error_description: "The user has let in many apps." });
  }
  const { secret, hash } = newSecret(PREFIX.code);
  const now = app.clock.now();
  const scope = fields.get("may") === "write" ? request.scope : "read";
  const isGranted = await transaction(app.db, async (tx) => {
    if (!(await holdSession(tx, session.hash))) return false;
    const object = { type: "program", id: client.id, name: client.name } as const;
    await record(app, tx, { action: "program.connected", brandId: null, object, changes: [fact("scope", scope)] });
    await insertGrant(tx, {
      userId,
      clientId: client.id,
      clientName: client.name,
      scope,
      resource: request.resource,
      redirectUri: destination.redirectUri,
      codeHash: hash,
      codeChallenge: request.codeChallenge,
      codeExpiresAt: addSeconds(now, CODE_SECONDS),
      now,
    });
    return true;
  });
  if (!isGranted) return reply.redirect(pathToSignIn(`/oauth/authorize?${text}`), 303);
  return answer(app, reply, destination, { code: secret });
}

type Asked =
  | { readonly kind: "asked"; readonly client: ClientRow; readonly destination: Destination; readonly request: AuthorizationRequest }
  /** Shown to the user: there is no verified redirect URI to send an error to. */
  | { readonly kind: "unanswerable"; readonly sentence: string }
  | { readonly kind: "wrong"; readonly destination: Destination; readonly error: string; readonly description: string };

async function examine(app: App, text: string, session: Session): Promise<Asked> {
  if (text.length > REQUEST_LENGTH_MAX) return { kind: "unanswerable", sentence: "The app's request is too long." };
  const query = new URLSearchParams(text);
  const destination = readDestination(query);
  if (typeof destination === "string") return { kind: "unanswerable", sentence: destination };
  const client = await clientOf(app, destination.clientId, session.viewer.userId);
  if (typeof client === "string") return { kind: "unanswerable", sentence: client };
  if (!isRedirectOf(client.redirectUris, destination.redirectUri)) {
    return { kind: "unanswerable", sentence: "The app asked to be called back at an address it has not registered." };
  }
  const request = readRequest(query, oauthAddresses(app.config).resource);
  return "error" in request ? { kind: "wrong", destination, ...request } : { kind: "asked", client, destination, request };
}

/**
 * Only an app that the person has connected is told by sending them there: anybody may register one, and a link to this page must not lead
 * to a page of theirs without a question. https://www.rfc-editor.org/rfc/rfc9700#section-4.11.2
 */
async function turnDown(app: App, reply: FastifyReply, session: Session, asked: Exclude<Asked, { kind: "asked" }>): Promise<FastifyReply> {
  const { userId } = session.viewer;
  if (asked.kind === "wrong" && (await hasConnected(app.db, { userId, clientId: asked.destination.clientId }))) {
    return answer(app, reply, asked.destination, { error: asked.error, error_description: asked.description });
  }
  const text = asked.kind === "wrong" ? `The app's request is not valid: ${asked.description}` : asked.sentence;
  return sendPage(reply, (language) => problemPage({ status: 400, title: wordsOf(language).refused, text: told(language, text) }));
}

/** Redirects back to the client with the response parameters of RFC 6749 (4.1.2) and RFC 9207. */
function answer(app: App, reply: FastifyReply, to: Destination, words: Readonly<Record<string, string>>): FastifyReply {
  const parameters = new URLSearchParams(words);
  if (to.state !== null) parameters.set("state", to.state);
  parameters.set("iss", oauthAddresses(app.config).issuer);
  return reply.redirect(withParameters(to.redirectUri, parameters), 303);
}

/** Ties a form to one authorization request. */
function purposeOf(text: string): string {
  return `consent ${text}`;
}

function queryOf(url: string): string {
  const mark = url.indexOf("?");
  return mark === -1 ? "" : url.slice(mark + 1);
}
