import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Preference } from "@rostrum/contract/preferences.ts";
import type { Language } from "@rostrum/contract/words.ts";
import { tell } from "../../ground/sentences/tell.ts";
import { type Html, html, safeHref, withHelp } from "../../ground/web/html.ts";
import { around, SLOT } from "../../ground/web/language.ts";
import type { Page, Written } from "../../ground/web/page.ts";
import { problemPage, type Sentence } from "../../people/sign-in/pages.ts";
import type { Offer } from "./choose.ts";
import { ACCOUNT_NAME_LENGTH_MAX } from "./make.ts";
import { preferencesView } from "./preference-fields.ts";
import type { ConnectingBrand } from "./store.ts";
import { type Words, wordsOf } from "./words.ts";

type Trail = NonNullable<Page["trail"]>;

/** A page in the reader's language, below the overview of networks unless it says more. */
function written(write: (words: Words, language: Language) => Page): Written {
  return (language) => {
    const words = wordsOf(language);
    return { trail: trailFor(words, null), ...write(words, language) };
  };
}

/** One network on the overview. */
export interface NetworkChoice {
  readonly type: ChannelType;
  readonly slug: string;
  /** How a person connects there; null without a log-in. */
  readonly state: keyof Words["networks"]["states"] | null;
}

/** `/connect`: every network, and how a channel of it is connected. */
export function networksPage(
  networks: readonly NetworkChoice[],
  brands: readonly ConnectingBrand[],
  brand: ConnectingBrand | null,
): Written {
  const [withLogIn, without] = [networks.filter(({ state }) => state !== null), networks.filter(({ state }) => state === null)];
  return written((words) => ({
    title: titleOf(words, brand),
    trail: trailFor(words, brand),
    body: html`<h1>${titleOf(words, brand)}</h1>
<p class="lead">${words.networks.lead}</p>
${brands.length === 0 && html`<p class="problem" role="alert">${words.networks.noBrands}</p>`}
<section aria-labelledby="log-in"><h2 id="log-in">${words.networks.byLogIn}</h2>
<ul class="plain cards">${withLogIn.map(({ type, slug, state }) => html`<li><a class="card-link" href="/connect/${slug}${brand !== null && html`?brand=${brand.id}`}"><h3>${type}</h3><p>${words.networks.states[state ?? "ready"]}</p></a></li>`)}</ul></section>
${
  without.length > 0 &&
  html`<section aria-labelledby="token"><h2 id="token">${words.networks.byForm}</h2>
<p>${words.networks.byFormText({ types: without.map(({ type }) => type).join(", ") })}</p>
<ul>${(brand === null ? brands : [brand]).map(({ id, title }) => html`<li><a href="/brands/${id}/channels?connect=any">${title}</a></li>`)}</ul></section>`
}`,
  }));
}

/** Which brand an account goes to is read on every step. */
function titleOf(words: Words, brand: Pick<ConnectingBrand, "title"> | null): string {
  return brand === null ? words.connect : words.connectTo({ brand: brand.title });
}

function trailFor(words: Words, brand: ConnectingBrand | null): Trail {
  return [{ href: brand === null ? "/connect" : `/connect?brand=${brand.id}`, label: titleOf(words, brand) }];
}

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
  readonly warnings: (language: Language) => readonly string[];
  readonly problem: Sentence | null;
  /** A channel to connect again. */
  readonly channelId: number | null;
  /** The page that the person came from; null if none. */
  readonly returnTo: string | null;
}

/** `/connect/<slug>`: for which brand, and how. */
export function beginPage(page: BeginPage): Written {
  const { type, slug, ways, missing, problem, warnings, returnTo } = page;
  const brand = knownBrand(page);
  return written((words, language) => {
    const title = brand === null ? words.connectType({ type }) : words.connectTypeTo({ type, brand: brand.title });
    return {
      title,
      isWrong: problem !== null,
      status: problem === null ? 200 : 422,
      trail: [...trailFor(words, brand), { href: `/connect/${slug}${brand === null ? "" : `?brand=${brand.id}`}`, label: type }],
      body: html`<h1>${title}</h1>
<p class="lead">${words.begin.lead}</p>
${problem !== null && html`<p class="problem" role="alert">${problem(language)}</p>`}
${warnings(language).map((warning) => html`<p class="problem">${warning}</p>`)}
${ways.length > 0 && waysForm(page, words)}
${returnTo !== null && html`<p><a href="${returnTo}">${words.leave}</a></p>`}
${
  missing.length > 0 &&
  html`<section aria-labelledby="set-up"><h2 id="set-up">${words.begin.operator}</h2>${missing.map(
    ({ network, redirectUri, guide }) => html`<p>${words.begin.register({ network, guide })}</p>
<pre class="code" tabindex="0"><code>${redirectUri}</code></pre>`,
  )}</section>`
}`,
    };
  });
}

/** One form, a button for each way: brand and question are the same for all. */
function waysForm(page: BeginPage, words: Words): Html {
  const { slug, token, brands, channelId, returnTo, ways } = page;
  const brand = knownBrand(page);
  const question = ways.find((way) => way.question !== null)?.question ?? null;
  return html`<form class="form" method="post" action="/connect/${slug}">
<input type="hidden" name="token" value="${token}">${channelId !== null && html`<input type="hidden" name="channel" value="${channelId}">`}${returnTo !== null && html`<input type="hidden" name="next" value="${returnTo}">`}
${
  brand === null
    ? html`<label>${words.begin.brand} <select name="brand" required><option value="">${words.begin.chooseBrand}</option>${brands.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}</select></label>`
    : html`<input type="hidden" name="brand" value="${brand.id}">`
}
${question !== null && html`<label>${question.label} <input type="text" name="asked" required maxlength="253" placeholder="${question.example}" autocapitalize="none" spellcheck="false" autofocus></label>`}
<p class="buttons">${ways.map((way, index) => html`<button${index === 0 && html` class="main"`} name="way" value="${wayName(way)}">${words.goOn({ network: nameOf(way, words) })}</button> `)}</p></form>`;
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

function nameOf({ network, sandbox }: Pick<Way, "network" | "sandbox">, words: Words): string {
  return sandbox ? words.sandboxed({ network }) : network;
}

/** Between this service and the network. */
export function departurePage(network: string, url: string): Written {
  return written((words) => {
    const title = words.departure.title({ network });
    const link = html`<a href="${safeHref(url)}">${words.goOn({ network })}</a>`;
    const body = html`<div class="gate"><h1>${title}</h1><p>${around(words.departure.stuck({ link: SLOT }), link)}</p></div>`;
    return { title, onward: url, body };
  });
}

/** For an address that a command printed. */
export function openedPage(page: {
  readonly type: ChannelType;
  readonly network: string;
  readonly sandbox: boolean;
  readonly brand: string;
  readonly path: string;
  readonly token: string;
  readonly question: Way["question"];
}): Written {
  const { type, brand, path, token, question } = page;
  return written((words) => ({
    title: words.connectType({ type }),
    body: html`<div class="gate"><h1>${words.connectTypeTo({ type, brand })}</h1>
<p class="lead">${words.opened({ network: nameOf(page, words) })}</p>
<form class="form" method="post" action="${path}"><input type="hidden" name="token" value="${token}">
${question !== null && html`<label>${question.label} <input type="text" name="asked" required maxlength="253" placeholder="${question.example}" autocapitalize="none" spellcheck="false" autofocus></label>`}
<p><button class="main wide">${words.goOn({ network: nameOf(page, words) })}</button></p></form></div>`,
  }));
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
  readonly reconnects: Sentence | null;
  readonly again: string;
  /** What the person may make besides, as the label of its name; null if nothing. */
  readonly creates: string | null;
  readonly problem: Sentence | null;
  /** What was sent and refused, to be shown as it was; null at first. */
  readonly sent: URLSearchParams | null;
}

/** `/connect/log-ins/<id>`: which accounts become channels. */
export function choicePage(page: ChoicePage): Written {
  const { id, type, brand, leavesTo, network, person, token, offers, reconnects, again, creates, problem, sent } = page;
  const open = offers.filter(({ isOpen }) => isOpen);
  const isTicked = ({ account }: Offer) => (sent === null ? open.length === 1 : sent.getAll("account").includes(account.remoteId));
  return written((all, language) => {
    const words = all.choice;
    return {
      title: words.title({ type }),
      isWrong: problem !== null,
      status: problem === null ? 200 : 422,
      pictureOrigins: [...new Set(offers.flatMap(({ account }) => originOf(account.pictureUrl) ?? []))],
      body: html`<h1>${reconnects === null ? words.heading({ brand }) : words.again({ channel: reconnects(language), brand })}</h1>
<p class="lead">${words.lead({ network, person })}</p>
${problem !== null && html`<p class="problem" role="alert">${problem(language)}</p>`}
${open.length === 0 && html`<p class="problem" role="alert">${nothingOpen(page, language)}</p>`}
<form method="post" action="/connect/log-ins/${id}"><input type="hidden" name="token" value="${token}">
<ul class="plain accounts">${offers.map((offer) => toldOffer(offer, language)).map((offer) => html`<li>${offerView(offer, isTicked(offer), words)}${offer.isOpen && preferencesView(offer, { sent, words })}</li>`)}</ul>
${open.length > 0 && html`<p><button class="main">${reconnects === null ? words.connect : words.connectAgain}</button></p>`}</form>
${
  creates !== null &&
  html`<form class="form" method="post" action="/connect/log-ins/${id}"><input type="hidden" name="token" value="${token}">
<label>${creates} <input type="text" name="new" required maxlength="${ACCOUNT_NAME_LENGTH_MAX}"></label>
<p class="soft">${words.madeThere({ network })}</p>
<p class="buttons"><button>${words.make}</button></p></form>`
}
<p class="soft"><a href="${again}">${words.somebodyElse}</a>${leavesTo !== null && html` · <a href="${leavesTo}">${all.leave}</a>`}</p>`,
    };
  });
}

function nothingOpen({ offers, network, person, type, reconnects }: ChoicePage, language: Language): string {
  const words = wordsOf(language).choice;
  if (reconnects !== null) return words.notTheirs({ person, channel: reconnects(language) });
  return offers.length === 0 ? words.none({ network, type, person }) : words.allClosed;
}

/** What a network says of an account and its choices, in the reader's language. */
function toldOffer(offer: Offer, language: Language): Offer {
  const say = (sentence: string) => tell(language, sentence);
  const { account, preferences } = offer;
  return {
    ...offer,
    account: { ...account, problem: account.problem === null ? null : say(account.problem), limits: account.limits.map(say) },
    preferences: { ...preferences, offered: preferences.offered.map((preference) => toldPreference(preference, say)) },
  };
}

function toldPreference(preference: Preference, say: (sentence: string) => string): Preference {
  const { label, hint } = preference;
  const told = { label: say(label), ...(hint === undefined ? {} : { hint: say(hint) }) };
  if (preference.kind === "choice") return { ...preference, ...told, options: preference.options.map((option) => toldOption(option, say)) };
  return { ...preference, ...told, ...(preference.problem === undefined ? {} : { problem: say(preference.problem) }) };
}

function toldOption<O extends { readonly label: string; readonly problem?: string }>(option: O, say: (sentence: string) => string): O {
  const { label, problem } = option;
  return { ...option, label: say(label), ...(problem === undefined ? {} : { problem: say(problem) }) };
}

function offerView({ account, channel, isOpen }: Offer, isTicked: boolean, words: Words["choice"]): Html {
  const { remoteId, name, handle, pictureUrl, problem, limits } = account;
  const notes = [
    ...(problem === null ? [] : [problem]),
    ...(channel === null ? [] : [words.already({ channel: channel.name })]),
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
}): Written {
  const [first] = channels;
  return written(({ done: words }) => ({
    title: words.title,
    body: html`<div class="gate"><h1>${words.heading({ count: channels.length, brand })}</h1>
<p class="news" role="status">${type}: ${channels.map(({ name }) => name).join(", ")}</p>
${
  isForCommand
    ? html`<p>${words.command}</p>`
    : html`<p>${words.next}</p>
<p><a href="/brands/${brandId}/channels${first !== undefined && html`?channel=${first.id}`}">${words.channels}</a></p>
<p><a href="/connect?brand=${brandId}">${words.another({ brand })}</a></p>`
}</div>`,
  }));
}

/** A log-in that came to nothing. */
export function failedPage({
  reason,
  again,
  from,
}: {
  readonly reason: Sentence;
  readonly again: string;
  /** The log-in; whoever follows the address of one that a command began may not be signed in, and is led nowhere. */
  readonly from: { readonly userId: number | null; readonly brandId: number; readonly returnTo: string | null };
}): Written {
  const { userId, brandId, returnTo } = from;
  return written((words, language) => {
    const { title, channels, goOn } = words.failed;
    const leave = html`<p><a href="${returnTo ?? `/brands/${brandId}/channels`}">${returnTo === null ? channels : goOn}</a></p>`;
    return { title, status: 422, body: apology(words, { title, text: reason(language), again, rest: userId !== null && leave }) };
  });
}

function apology(
  words: Words,
  { title, text, again, rest }: { readonly title: string; readonly text: string; readonly again: string; readonly rest: Html | false },
): Html {
  return html`<div class="gate"><h1>${title}</h1><div class="problem" role="alert"><p>${withHelp(text)}</p></div><p><a href="${again}">${words.tryAgain}</a></p>
${rest}</div>`;
}

function originOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.origin ?? null);
}

export const UNKNOWN_LOG_IN: Written = written((words) => {
  const { logIn: title, logInText: text } = words.unknown;
  return { title, status: 404, body: apology(words, { title, text, again: "/connect", rest: false }) };
});

export const UNKNOWN_ADDRESS: Written = (language) => {
  const { address: title, addressText: text } = wordsOf(language).unknown;
  return problemPage({ status: 404, title, text });
};

export const NO_SUCH_NETWORK: Written = (language) => {
  const { network: title, networkText: text } = wordsOf(language).unknown;
  return problemPage({ status: 404, title, text });
};
