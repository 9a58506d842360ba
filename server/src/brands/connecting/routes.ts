import { hash } from "node:crypto";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { Language } from "@rostrum/contract/words.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { mountSite, sendPage, type Written } from "../../ground/web/page.ts";
import { logInFor } from "../../networks/platforms/log-ins.ts";
import {
  acceptForms,
  type FormCookie,
  fieldsOf,
  formCookieOf,
  formToken,
  isForeign,
  isFormToken,
  keepFormCookie,
} from "../../people/sign-in/forms.ts";
import { type Sentence, staleFormPage } from "../../people/sign-in/pages.ts";
import { HOME, returnPath } from "../../people/sign-in/return-path.ts";
import { pathToSignIn } from "../../people/sign-in/routes.ts";
import { hashSecret } from "../../people/sign-in/secret.ts";
import { type Session, sessionOf } from "../../people/sign-in/sessions.ts";
import { arrive } from "./answer.ts";
import { type Departure, depart, documentOf, openLogIn, redirectUriOf } from "./begin.ts";
import { choose, chooseOnlyOne, mayFinish, type Offer, offersOf } from "./choose.ts";
import { creationOf, makeAccount } from "./make.ts";
import { addressLacks, guideOf, isReady } from "./networks.ts";
import {
  type BeginPage,
  beginPage,
  type ChoicePage,
  choicePage,
  departurePage,
  donePage,
  failedPage,
  type NetworkChoice,
  NO_SUCH_NETWORK,
  networksPage,
  openedPage,
  UNKNOWN_ADDRESS,
  UNKNOWN_LOG_IN,
  type Way,
} from "./pages.ts";
import { givenIn } from "./preference-fields.ts";
import {
  findBegun,
  findConnectingBrand,
  findHeld,
  type LogInRow,
  listChannelsOfBrand,
  listConnectingBrands,
  type WantedLogIn,
} from "./store.ts";
import { wordsOf } from "./words.ts";

const CONNECT = "connect";

/** `/connect`: people log in at networks and choose the accounts that become channels. */
export async function connectPages(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  mountSite(scope);
  acceptForms(scope);

  scope.get<{ Querystring: { brand?: unknown } }>("/connect", async (request, reply) => {
    const session = await sessionOf(app, request);
    if (session === null) return reply.redirect(pathToSignIn(request.url), 303);
    const brands = await listConnectingBrands(app.db, session.viewer.userId);
    const { brand } = request.query;
    const chosen = brands.find(({ id }) => id === idOf(brand)) ?? null;
    return sendPage(reply, networksPage(await networkChoices(app), brands, chosen));
  });

  scope.get<{ Params: { secret: string }; Querystring: { asked?: unknown } }>("/connect/begin/:secret", async (request, reply) => {
    const row = await findBegun(app.db, hashSecret(request.params.secret), app.clock.now());
    if (row === null) return sendPage(reply, UNKNOWN_ADDRESS);
    if (row.userId !== null) return departAtOnce(app, request, reply, row);
    const cookie = keepFormCookie(app, request, reply);
    return sendPage(reply, await opened(app, row, { path: request.url, token: formToken(app, cookie, CONNECT) }));
  });

  scope.post<{ Params: { secret: string } }>("/connect/begin/:secret", async (request, reply) => {
    const row = await findBegun(app.db, hashSecret(request.params.secret), app.clock.now());
    if (row === null || row.userId !== null) return sendPage(reply, UNKNOWN_ADDRESS);
    const cookie = formCookieOf(app, request);
    const fields = fieldsOf(request);
    if (isForeign(request, app.config.publicUrl) || cookie === null || !isFormToken(app, cookie, CONNECT, fields.get("token"))) {
      return sendPage(reply, staleFormPage(app.config, request.url));
    }
    const departure = await depart(app, row, { asked: fields.get("asked")?.trim() ?? "", holderHash: holderOf(cookie) });
    return answerDeparture(app, reply, { departure, row, again: request.url });
  });

  scope.get<{ Params: { id: string } }>("/connect/log-ins/:id", async (request, reply) => showChoice(app, request, reply, NOTHING_SENT));

  scope.post<{ Params: { id: string } }>("/connect/log-ins/:id", async (request, reply) => {
    const fields = fieldsOf(request);
    const { row, holder } = await heldLogIn(app, request);
    if (row === null || holder === null) return sendPage(reply, UNKNOWN_LOG_IN);
    if (isForeign(request, app.config.publicUrl) || !isFormToken(app, holder, CONNECT, fields.get("token")))
      return sendPage(reply, staleFormPage(app.config, request.url));
    const wanted = fields.get("new");
    if (wanted !== null) {
      const made = await makeAccount(app, row, wanted.trim());
      return made.kind === "made"
        ? reply.redirect(request.url, 303)
        : showChoice(app, request, reply, { problem: made.reason, sent: null });
    }
    const picked = { remoteIds: fields.getAll("account"), given: (offer: Offer) => givenIn(fields, offer) };
    const chosen = await choose(app, row.id, picked);
    if (chosen.kind === "connected") return reply.redirect(row.returnTo ?? request.url, 303);
    return showChoice(app, request, reply, { problem: chosen.reason, sent: fields });
  });

  scope.get<{ Params: { slug: string } }>("/connect/:slug/client.json", async (request, reply) => {
    const document = await documentOf(app, request.params.slug);
    return document === null ? reply.status(404).send({ error: "Not found" }) : reply.header("cache-control", "no-cache").send(document);
  });

  scope.get<{ Params: { slug: string } }>("/connect/:slug/callback", async (request, reply) => {
    const { slug } = request.params;
    const holders = (await holdersOf(app, request)).map(holderOf);
    const arrival = await arrive(app, { application: slug, parameters: parametersOf(request), holders });
    if (arrival.kind === "unknown") return sendPage(reply, UNKNOWN_LOG_IN);
    if (arrival.kind === "answered") {
      const isDone = await chooseOnlyOne(app, arrival.row.id);
      return reply.redirect(isDone ? (arrival.row.returnTo ?? HOME) : `/connect/log-ins/${arrival.row.id}`, 303);
    }
    return sendPage(reply, failedPage({ reason: arrival.reason, again: againOf(arrival.row), from: arrival.row }));
  });

  scope.get<{ Params: { slug: string }; Querystring: { brand?: unknown; channel?: unknown; next?: unknown } }>(
    "/connect/:slug",
    async (request, reply) => {
      const type = typeOf(request.params.slug);
      if (type === null) return sendPage(reply, NO_SUCH_NETWORK);
      const session = await sessionOf(app, request);
      if (session === null) return reply.redirect(pathToSignIn(request.url), 303);
      const { brand, channel, next } = request.query;
      const asked = { type, brandId: idOf(brand), channelId: idOf(channel), returnTo: pathOf(next), problem: null };
      return sendPage(reply, await begin(app, session, asked));
    },
  );

  scope.post<{ Params: { slug: string } }>("/connect/:slug", async (request, reply) => {
    const type = typeOf(request.params.slug);
    if (type === null) return sendPage(reply, NO_SUCH_NETWORK);
    const session = await sessionOf(app, request);
    if (session === null) return reply.redirect(pathToSignIn(`/connect/${request.params.slug}`), 303);
    const fields = fieldsOf(request);
    if (isForeign(request, app.config.publicUrl) || !isFormToken(app, session, CONNECT, fields.get("token"))) {
      return sendPage(reply, staleFormPage(app.config, request.url));
    }
    return sendForm(app, reply, { session, type, fields });
  });
}

async function sendForm(
  app: App,
  reply: FastifyReply,
  { session, type, fields }: { readonly session: Session; readonly type: ChannelType; readonly fields: URLSearchParams },
): Promise<FastifyReply> {
  const [brandId, channelId] = [idOf(fields.get("brand")), idOf(fields.get("channel"))];
  const returnTo = pathOf(fields.get("next"));
  const retry = async (problem: Sentence) => sendPage(reply, await begin(app, session, { type, brandId, channelId, returnTo, problem }));
  const brands = await listConnectingBrands(app.db, session.viewer.userId);
  if (brandId === null || !brands.some(({ id }) => id === brandId)) return retry((language) => wordsOf(language).refused.brand);
  const [application = "", place] = (fields.get("way") ?? "").split(" ");
  const sandbox = place === "sandbox";
  if (logInFor(app, type, application) === null || (sandbox && app.sandboxUrl === null))
    return retry((language) => wordsOf(language).refused.way);
  if (channelId !== null && !(await listChannelsOfBrand(app.db, { brandId, type, sandbox })).some(({ id }) => id === channelId))
    return retry((language) => wordsOf(language).refused.channel);
  const wanted = { brandId, userId: session.viewer.userId, type, application, sandbox, channelId, returnTo };
  const { id } = await openLogIn(app, wanted);
  const departure = await depart(app, { ...wanted, id }, { asked: fields.get("asked")?.trim() ?? "", holderHash: holderOf(session) });
  if (departure.kind !== "open") return retry(departure.reason);
  return answerDeparture(app, reply, { departure, row: wanted, again: againOf(wanted) });
}

async function answerDeparture(
  app: App,
  reply: FastifyReply,
  { departure, row, again }: { readonly departure: Departure; readonly row: WantedLogIn; readonly again: string },
): Promise<FastifyReply> {
  if (departure.kind !== "open") return sendPage(reply, failedPage({ reason: departure.reason, again, from: row }));
  return sendPage(reply, departurePage(logInFor(app, row.type, row.application)?.logIn.network ?? row.type, departure.url));
}

/** For whoever asked for it in the dashboard: they have chosen the brand and the network there. */
async function departAtOnce(app: App, request: FastifyRequest, reply: FastifyReply, row: LogInRow): Promise<FastifyReply> {
  const session = await sessionOf(app, request);
  if (session === null) return reply.redirect(pathToSignIn(request.url), 303);
  if (session.viewer.userId !== row.userId) return sendPage(reply, UNKNOWN_LOG_IN);
  const { asked } = request.query as { readonly asked?: unknown };
  const departure = await depart(app, row, { asked: typeof asked === "string" ? asked : "", holderHash: holderOf(session) });
  return answerDeparture(app, reply, { departure, row, again: againOf(row) });
}

const NOTHING_SENT = { problem: null, sent: null };

async function showChoice(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  { problem, sent }: Pick<ChoicePage, "problem" | "sent">,
): Promise<FastifyReply> {
  const { row, holder } = await heldLogIn(app, request);
  if (row === null || holder === null) return sendPage(reply, UNKNOWN_LOG_IN);
  const again = againOf(row);
  if (row.status === "failed") return sendPage(reply, failedPage({ reason: () => row.problem ?? "", again, from: row }));
  const channels = await listChannelsOfBrand(app.db, row);
  const brand = (await findConnectingBrand(app.db, row.brandId))?.title ?? "";
  if (row.status === "done") {
    const connected = channels.filter(({ id }) => row.channelIds.includes(id));
    const { type, brandId, userId } = row;
    return sendPage(reply, donePage({ type, brandId, brand, channels: connected, isForCommand: userId === null }));
  }
  if (row.status !== "answered" || row.endsAt <= app.clock.now()) return sendPage(reply, UNKNOWN_LOG_IN);
  const { person, offers } = await offersOf(app, row);
  const page = {
    id: row.id,
    type: row.type,
    brand,
    leavesTo: row.userId === null ? null : (row.returnTo ?? `/brands/${row.brandId}/channels`),
    network: logInFor(app, row.type, row.application)?.logIn.network ?? row.type,
    person,
    token: formToken(app, holder, CONNECT),
    offers,
    reconnects:
      row.channelId === null
        ? null
        : (language: Language) => channels.find(({ id }) => id === row.channelId)?.name ?? wordsOf(language).choice.theChannel,
    again,
    creates: creationOf(app, row),
    problem,
    sent,
  };
  return sendPage(reply, choicePage(page));
}

async function begin(
  app: App,
  session: Session,
  asked: Pick<BeginPage, "type" | "brandId" | "channelId" | "returnTo" | "problem">,
): Promise<Written> {
  const { type } = asked;
  const logIns = app.connectors[type]?.logIns ?? [];
  const ways: Way[] = [];
  const missing: BeginPage["missing"][number][] = [];
  for (const logIn of logIns) {
    const { application, network } = logIn;
    const way = { application, network, question: logIn.asks ?? null };
    if (await isReady(app, logIn, false)) ways.push({ ...way, sandbox: false });
    else missing.push({ network, redirectUri: redirectUriOf(app, { logIn }), guide: guideOf(application) });
    if (app.sandboxUrl !== null && app.networks.hasSandbox(type)) ways.push({ ...way, sandbox: true });
  }
  return beginPage({
    ...asked,
    slug: platforms[type].slug,
    token: formToken(app, session, CONNECT),
    brands: await listConnectingBrands(app.db, session.viewer.userId),
    ways,
    missing,
    warnings: (language) => (ways.some(({ sandbox }) => !sandbox) ? addressLacks(app, type, language) : []),
  });
}

async function opened(app: App, row: LogInRow, form: { readonly path: string; readonly token: string }): Promise<Written> {
  const logIn = logInFor(app, row.type, row.application)?.logIn;
  const network = logIn?.network ?? row.type;
  const brand = (await findConnectingBrand(app.db, row.brandId))?.title ?? "";
  return openedPage({ ...form, type: row.type, network, sandbox: row.sandbox, brand, question: logIn?.asks ?? null });
}

async function networkChoices(app: App): Promise<NetworkChoice[]> {
  const choices: NetworkChoice[] = [];
  for (const type of CHANNEL_TYPES) {
    const connector = app.connectors[type];
    if (connector === undefined) continue;
    const ways = connector.logIns ?? [];
    const ready = (await Promise.all(ways.map((logIn) => isReady(app, logIn, false)))).some(Boolean);
    const otherwise = app.networks.hasSandbox(type) ? "sandboxOnly" : "noApplication";
    choices.push({ type, slug: platforms[type].slug, state: ways.length === 0 ? null : ready ? "ready" : otherwise });
  }
  return choices;
}

type Holder = Session | FormCookie;

/** Who this browser is: somebody who is signed in, and the browser itself. */
async function holdersOf(app: App, request: FastifyRequest): Promise<Holder[]> {
  return [await sessionOf(app, request), formCookieOf(app, request)].filter((holder) => holder !== null);
}

/** A log-in that a person began is theirs to finish as long as they may connect channels of the brand. */
async function heldLogIn(app: App, request: FastifyRequest): Promise<{ readonly row: LogInRow | null; readonly holder: Holder | null }> {
  const { id } = request.params as { readonly id: string };
  if (!/^\d{1,15}$/.test(id)) return { row: null, holder: null };
  for (const holder of await holdersOf(app, request)) {
    const row = await findHeld(app.db, Number(id), [holderOf(holder)]);
    if (row !== null) return (await mayFinish(app.db, row)) ? { row, holder } : { row: null, holder: null };
  }
  return { row: null, holder: null };
}

function holderOf(holder: Holder): Buffer {
  return hash("sha256", "hash" in holder ? `session ${holder.hash.toString("base64url")}` : `browser ${holder.nonce}`, "buffer");
}

/** Each parameter once: a repeated one has no meaning. */
function parametersOf(request: FastifyRequest): Record<string, string> {
  const entries = Object.entries(request.query as Record<string, unknown>);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function againOf({ userId, type, brandId, channelId, returnTo }: WantedLogIn): string {
  if (userId === null) return "/connect";
  const query = new URLSearchParams({ brand: String(brandId) });
  if (channelId !== null) query.set("channel", String(channelId));
  if (returnTo !== null) query.set("next", returnTo);
  return `/connect/${platforms[type].slug}?${query}`;
}

/** A path of this service that a form or an address names; null if it names none. */
function pathOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? returnPath(value) : null;
}

function typeOf(slug: string): ChannelType | null {
  return CHANNEL_TYPES.find((type) => platforms[type].slug === slug) ?? null;
}

function idOf(value: unknown): number | null {
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : null;
}
