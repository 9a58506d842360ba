import type { ChannelType } from "@rostrum/contract/channels.ts";
import { problemPage } from "../sign-in/pages.ts";
import { type Html, html, safeHref } from "../web/html.ts";
import type { Page } from "../web/page.ts";
import type { Offer } from "./choose.ts";
import { ACCOUNT_NAME_LENGTH_MAX } from "./make.ts";
import { preferencesView } from "./preference-fields.ts";
import type { ConnectingBrand } from "./store.ts";

const TRAIL = [{ href: "/connect", label: "Connect a channel" }];

/** One network on the overview. */
export interface NetworkChoice {
  readonly type: ChannelType;
  readonly slug: string;
  /** How a person connects there; null without a log-in. */
  readonly state: "ready" | "sandbox only" | "no application" | null;
}

/** `/connect`: every network, and how a channel of it is connected. */
export function networksPage(networks: readonly NetworkChoice[], brands: readonly ConnectingBrand[], brand: ConnectingBrand | null): Page {
  const [withLogIn, without] = [networks.filter(({ state }) => state !== null), networks.filter(({ state }) => state === null)];
  return {
    title: titleFor("Connect a channel", brand),
    trail: trailFor(brand),
    body: html`<h1>${titleFor("Connect a channel", brand)}</h1>
<p class="lead">Choose a network. You log in there, and then choose which of your accounts this service may publish to.</p>
${brands.length === 0 && html`<p class="problem" role="alert">You cannot connect channels in any of your brands: only their owners and admins can.</p>`}
<section aria-labelledby="log-in"><h2 id="log-in">By logging in</h2>
<ul class="plain cards">${withLogIn.map(({ type, slug, state }) => html`<li><a class="card-link" href="/connect/${slug}${brand !== null && html`?brand=${brand.id}`}"><h3>${type}</h3><p>${STATES[state ?? "ready"]}</p></a></li>`)}</ul></section>
${
  without.length > 0 &&
  html`<section aria-labelledby="token"><h2 id="token">With a token or an address</h2>
<p>${without.map(({ type }) => type).join(", ")}: these are connected with a form, on the channels page of a brand.</p>
<ul>${(brand === null ? brands : [brand]).map(({ id, title }) => html`<li><a href="/brands/${id}/channels?connect=any">${title}</a></li>`)}</ul></section>`
}`,
  };
}

/** Which brand an account goes to is read on every step. */
function titleFor(title: string, brand: Pick<ConnectingBrand, "title"> | null): string {
  return brand === null ? title : `${title} to ${brand.title}`;
}

function trailFor(brand: ConnectingBrand | null): typeof TRAIL {
  return brand === null ? TRAIL : [{ href: `/connect?brand=${brand.id}`, label: titleFor("Connect a channel", brand) }];
}

const STATES = {
  ready: "Ready.",
  "sandbox only": "On the sandbox network; for the real one, the operator registers an application first.",
  "no application": "The operator of this service has to register an application there first.",
} as const;

/** A way to log in that the page offers. */
export interface Way {
  readonly application: string;
  readonly network: string;
  readonly sandbox: boolean;
  readonly question: { readonly label: string; readonly example: string } | null;
}

export interface BeginPage {
  readonly type: ChannelType;
  readonly slug: string;
  readonly token: string;
  readonly brands: readonly ConnectingBrand[];
  /** The brand that is chosen first. */
  readonly brandId: number | null;
  readonly ways: readonly Way[];
  /** For the operator: why a way is missing, and the address to register. */
  readonly missing: readonly { readonly network: string; readonly redirectUri: string; readonly guide: string }[];
  /** What will not work, whatever account is chosen. */
  readonly warnings: readonly string[];
  readonly problem: string | null;
  /** A channel to connect again. */
  readonly channelId: number | null;
  /** The page that the person came from; null if none. */
  readonly returnTo: string | null;
}

/** `/connect/<slug>`: for which brand, and how. */
export function beginPage(page: BeginPage): Page {
  const { type, slug, ways, missing, problem, warnings, returnTo } = page;
  const brand = knownBrand(page);
  const title = titleFor(`Connect ${type}`, brand);
  return {
    title: problem === null ? title : `Error: ${title}`,
    status: problem === null ? 200 : 422,
    trail: [...trailFor(brand), { href: `/connect/${slug}${brand === null ? "" : `?brand=${brand.id}`}`, label: type }],
    body: html`<h1>${title}</h1>
<p class="lead">You log in at the network, and then choose which accounts to connect. You can revoke the access there at any time.</p>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
${warnings.map((warning) => html`<p class="problem">${warning}</p>`)}
${ways.length > 0 && waysForm(page)}
${returnTo !== null && html`<p><a href="${returnTo}">Leave without connecting</a></p>`}
${
  missing.length > 0 &&
  html`<section aria-labelledby="set-up"><h2 id="set-up">For the operator</h2>${missing.map(
    ({
      network,
      redirectUri,
      guide,
    }) => html`<p>To log in at ${network} itself, register an application of your own there, with this redirect address. ${guide} says how.</p>
<pre class="code" tabindex="0"><code>${redirectUri}</code></pre>`,
  )}</section>`
}`,
  };
}

/** One form, a button for each way: brand and question are the same for all. */
function waysForm(page: BeginPage): Html {
  const { slug, token, brands, channelId, returnTo, ways } = page;
  const brand = knownBrand(page);
  const question = ways.find((way) => way.question !== null)?.question ?? null;
  return html`<form class="form" method="post" action="/connect/${slug}">
<input type="hidden" name="token" value="${token}">${channelId !== null && html`<input type="hidden" name="channel" value="${channelId}">`}${returnTo !== null && html`<input type="hidden" name="next" value="${returnTo}">`}
${
  brand === null
    ? html`<label>Brand <select name="brand" required><option value="">Choose the brand</option>${brands.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></label>`
    : html`<input type="hidden" name="brand" value="${brand.id}">`
}
${question !== null && html`<label>${question.label} <input type="text" name="asked" required maxlength="253" placeholder="${question.example}" autocapitalize="none" spellcheck="false" autofocus></label>`}
<p class="buttons">${ways.map(({ network, sandbox, application }, index) => html`<button${index === 0 && html` class="main"`} name="way" value="${wayName({ application, sandbox })}">Continue to ${network}${sandbox && " (sandbox)"}</button> `)}</p></form>`;
}

/** The brand that was asked for, or the only one. */
function knownBrand({ brands, brandId }: Pick<BeginPage, "brands" | "brandId">): ConnectingBrand | null {
  if (brandId === null && brands.length === 1) return brands[0] ?? null;
  return brands.find(({ id }) => id === brandId) ?? null;
}

/** A way to log in as its button names it. */
function wayName({ application, sandbox }: Pick<Way, "application" | "sandbox">): string {
  return sandbox ? `${application} sandbox` : application;
}

/** Between this service and the network. */
export function departurePage(network: string, url: string): Page {
  return {
    title: `Continuing to ${network}`,
    trail: TRAIL,
    onward: url,
    body: html`<div class="gate"><h1>Continuing to ${network}</h1><p><a href="${safeHref(url)}">Continue to ${network}</a> if nothing happens.</p></div>`,
  };
}

/** For an address that a command printed. */
export function openedPage(page: {
  readonly type: ChannelType;
  readonly network: string;
  readonly brand: string;
  readonly path: string;
  readonly token: string;
  readonly question: Way["question"];
}): Page {
  const { type, network, brand, path, token, question } = page;
  return {
    title: `Connect ${type}`,
    trail: TRAIL,
    body: html`<div class="gate"><h1>Connect ${type} to ${brand}</h1>
<p class="lead">A command on the machine of this service waits for you to log in at ${network}. If you did not start it, close this page.</p>
<form class="form" method="post" action="${path}"><input type="hidden" name="token" value="${token}">
${question !== null && html`<label>${question.label} <input type="text" name="asked" required maxlength="253" placeholder="${question.example}" autocapitalize="none" spellcheck="false" autofocus></label>`}
<p><button class="main wide">Continue to ${network}</button></p></form></div>`,
  };
}

export interface ChoicePage {
  readonly id: number;
  readonly type: ChannelType;
  readonly brand: string;
  /** Where people go who connect nothing; null for a log-in that a command began. */
  readonly leavesTo: string | null;
  readonly network: string;
  readonly person: string;
  readonly token: string;
  readonly offers: readonly Offer[];
  /** The channel that is connected again; null for new ones. */
  readonly reconnects: string | null;
  readonly again: string;
  /** What the person may make besides, as the label of its name; null if nothing. */
  readonly creates: string | null;
  readonly problem: string | null;
  /** What was sent and refused, to be shown as it was; null at first. */
  readonly sent: URLSearchParams | null;
}

/** `/connect/log-ins/<id>`: which accounts become channels. */
export function choicePage(page: ChoicePage): Page {
  const { id, type, brand, leavesTo, network, person, token, offers, reconnects, again, creates, problem, sent } = page;
  const open = offers.filter(({ isOpen }) => isOpen);
  const isTicked = ({ account }: Offer) => (sent === null ? open.length === 1 : sent.getAll("account").includes(account.remoteId));
  return {
    title: problem === null ? `Choose ${type} accounts` : `Error: Choose ${type} accounts`,
    status: problem === null ? 200 : 422,
    trail: TRAIL,
    pictureOrigins: [...new Set(offers.flatMap(({ account }) => originOf(account.pictureUrl) ?? []))],
    body: html`<h1>${reconnects === null ? `Choose the accounts to connect to ${brand}` : `Connect ${reconnects} of ${brand} again`}</h1>
<p class="lead">You are logged in at ${network} as ${person}.</p>
${problem !== null && html`<p class="problem" role="alert">${problem}</p>`}
${open.length === 0 && html`<p class="problem" role="alert">${nothingOpen(page)}</p>`}
<form method="post" action="/connect/log-ins/${id}"><input type="hidden" name="token" value="${token}">
<ul class="plain accounts">${offers.map((offer) => html`<li>${offerView(offer, isTicked(offer))}${offer.isOpen && preferencesView(offer, sent)}</li>`)}</ul>
${open.length > 0 && html`<p><button class="main">${reconnects === null ? "Connect" : "Connect again"}</button></p>`}</form>
${
  creates !== null &&
  html`<form class="form" method="post" action="/connect/log-ins/${id}"><input type="hidden" name="token" value="${token}">
<label>${creates} <input type="text" name="new" required maxlength="${ACCOUNT_NAME_LENGTH_MAX}"></label>
<p class="soft">It is made at ${network}, and then listed above.</p>
<p class="buttons"><button>Make it</button></p></form>`
}
<p class="soft"><a href="${again}">Log in as somebody else</a>${leavesTo !== null && html` · <a href="${leavesTo}">Leave without connecting</a>`}</p>`,
  };
}

function nothingOpen({ offers, network, person, type, reconnects }: ChoicePage): string {
  if (reconnects !== null)
    return `You logged in as ${person}, who has no access to ${reconnects}. Log in as the person who has, and keep this account ticked.`;
  if (offers.length === 0)
    return `${network} shows no ${type} account that ${person} may publish to. If you unticked accounts while logging in, log in again and keep them ticked.`;
  return "None of these accounts can be connected; the reason is below each of them.";
}

function offerView({ account, channel, isOpen }: Offer, isTicked: boolean): Html {
  const { remoteId, name, handle, pictureUrl, problem, limits } = account;
  const notes = [
    ...(problem === null ? [] : [problem]),
    ...(channel === null ? [] : [`Already connected, as ${channel.name}: connecting it again renews its access.`]),
    ...limits,
  ];
  return html`<label><input type="checkbox" name="account" value="${remoteId}"${isOpen ? isTicked && html` checked` : html` disabled`}>
${pictureUrl === null ? html`<span class="avatar" aria-hidden="true">${([...name.replace(/^@/, "")][0] ?? "?").toUpperCase()}</span>` : html`<img class="picture" src="${safeHref(pictureUrl)}" alt="">`}
<span class="who"><span class="author">${name}</span>${handle !== name && html`<span class="soft">${handle}</span>`}${notes.map((note) => html`<span class="soft">${note}</span>`)}</span></label>`;
}

/** After the choice. `channels` are those that were connected; the page leads to the first of them in the dashboard. */
export function donePage({
  type,
  brandId,
  brand,
  channels,
  isForCommand,
}: {
  readonly type: ChannelType;
  readonly brandId: number;
  readonly brand: string;
  readonly channels: readonly { readonly id: number; readonly name: string }[];
  readonly isForCommand: boolean;
}): Page {
  const names = channels.map(({ name }) => name);
  const [first] = channels;
  return {
    title: "Connected",
    trail: TRAIL,
    body: html`<div class="gate"><h1>${names.length === 1 ? `The account is connected to ${brand}` : `${names.length} accounts are connected to ${brand}`}</h1>
<p class="news" role="status">${type}: ${names.join(", ")}</p>
${
  isForCommand
    ? html`<p>You can close this page: the command continues on its own.</p>`
    : html`<p>Posts go to the channels of their collection.</p>
<p><a href="/brands/${brandId}/channels${first !== undefined && html`?channel=${first.id}`}">See the channels of this brand</a></p>
<p><a href="/connect?brand=${brandId}">Connect another channel to ${brand}</a></p>`
}</div>`,
  };
}

/** A log-in that came to nothing. */
export function failedPage({
  title,
  text,
  again,
  from,
  status = 422,
}: {
  readonly title: string;
  readonly text: string;
  readonly again: string;
  /** The log-in; whoever follows the address of one that a command began may not be signed in, and is led nowhere. */
  readonly from?: { readonly userId: number | null; readonly brandId: number; readonly returnTo: string | null };
  readonly status?: number;
}): Page {
  return {
    title,
    status,
    trail: TRAIL,
    body: html`<div class="gate"><h1>${title}</h1><div class="problem" role="alert"><p>${text}</p></div><p><a href="${again}">Try again</a></p>
${from !== undefined && from.userId !== null && html`<p><a href="${from.returnTo ?? `/brands/${from.brandId}/channels`}">${from.returnTo === null ? "Back to the channels of this brand" : "Leave this network out and go on"}</a></p>`}</div>`,
  };
}

function originOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.origin ?? null);
}

export const UNKNOWN_LOG_IN = failedPage({
  title: "This log-in is no longer valid",
  text: "It was already completed, took longer than ten minutes, or was started in another browser. Nothing was connected.",
  again: "/connect",
  status: 404,
});

export const UNKNOWN_ADDRESS = problemPage({
  status: 404,
  title: "This address is no longer valid",
  text: "It works once, and for ten minutes. Run the command again to get a new one.",
});

export const NO_SUCH_NETWORK = problemPage({ status: 404, title: "Not found", text: "There is no network with this name." });
