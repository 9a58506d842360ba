import type { FastifyInstance, FastifyReply } from "fastify";
import { type Html, html } from "../../../ground/web/html.ts";
import { sendPage } from "../../../ground/web/page.ts";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";
import { trailOf } from "../pages.ts";
import { issueCode } from "./codes.ts";
import { allow } from "./grants.ts";
import { type LogInAccount, type LogInPage, type LogInPerson, type LogInRequest, readLogInRequest, redirectTo } from "./log-in-request.ts";

interface Ground {
  readonly network: SandboxNetwork;
  readonly world: SandboxWorld;
  readonly page: LogInPage;
}

/**
 * Mounts a network's log-in and consent page. There are no passwords: people choose who they are, or type a new name, then which of
 * their accounts to let in and what the application may do. It ends with a redirect that has `code` and `state`, or the network's way
 * of saying that the person declined; the code is exchanged with `exchangeCode`.
 *
 * Tests and tools can do it in one call: `POST` to the page's path with `asked` (the query it was opened with), `name` or `person`,
 * `decision=allow`, and each account and scope to give as `given_account` and `given_scope`.
 */
export function mountLogIn(scope: FastifyInstance, ground: Ground): void {
  const { network, page } = ground;
  scope.get(page.path, async (request, reply) => {
    const [, query = ""] = request.url.split(/\?(.*)/s);
    const asked = readLogInRequest(network, page, query);
    if ("mistake" in asked) return refusePage(reply, network, asked.mistake);
    return sendPage(reply, {
      title: `Log in to ${network.type}`,
      trail: trailOf(network),
      formTargets: [new URL(asked.redirectUri).origin],
      body: personView(ground, asked, await page.persons()),
    });
  });

  scope.post(page.path, async (request, reply) => {
    const fields = fieldsOf(request.body);
    const asked = readLogInRequest(network, page, fields.one("asked"));
    if ("mistake" in asked) return refusePage(reply, network, asked.mistake);
    const decision = fields.one("decision");
    if (decision === "cancel") return reply.redirect(redirectTo(asked, page.declined).href, 302);
    const person = await personOf(page, fields);
    if (person === null) return refusePage(reply, network, "Choose who you are, or type a name.");
    const accounts = (await page.accountsOf?.(person)) ?? [];
    if (decision === "allow") return finish(reply, ground, { asked, person, accounts, given: givenIn(fields) });
    if (decision === "allow-all") return finish(reply, ground, { asked, person, accounts, given: everything(asked, accounts) });
    return sendPage(reply, {
      title: `Log in to ${network.type}`,
      trail: trailOf(network),
      formTargets: [new URL(asked.redirectUri).origin],
      body: consentView(ground, asked, { person, accounts }),
    });
  });
}

interface Decision {
  readonly asked: LogInRequest;
  readonly person: LogInPerson;
  readonly accounts: readonly LogInAccount[];
  readonly given: Given;
}

interface Given {
  readonly accountIds: readonly string[];
  readonly scopes: readonly string[];
}

function givenIn(fields: Fields): Given {
  return { accountIds: fields.all("given_account"), scopes: fields.all("given_scope") };
}

function everything(asked: LogInRequest, accounts: readonly LogInAccount[]): Given {
  return { accountIds: accounts.map(({ id }) => id), scopes: asked.scopes.map(({ name }) => name) };
}

async function finish(reply: FastifyReply, ground: Ground, { asked, person, accounts, given }: Decision): Promise<FastifyReply> {
  const { world, page } = ground;
  const givenScopes = new Set(given.scopes);
  const scopes = asked.scopes.filter(({ name, isRequired }) => isRequired || givenScopes.has(name)).map(({ name }) => name);
  const ticked = new Set(given.accountIds);
  const grant = await allow(world, {
    clientId: asked.clientId,
    personId: person.id,
    offered: { scopes: asked.scopes.map(({ name }) => name), accountIds: accounts.map(({ id }) => id) },
    given: { scopes, accountIds: accounts.map(({ id }) => id).filter((id) => ticked.has(id)) },
  });
  const code = await issueCode(world, {
    grant,
    scopes,
    redirectUri: asked.redirectUri,
    challenge: asked.challenge,
    query: asked.query,
    lifetimeSeconds: page.codeSeconds,
  });
  return reply.redirect(redirectTo(asked, { code }).href + (page.fragment ?? ""), 302);
}

async function personOf(page: LogInPage, fields: Fields): Promise<LogInPerson | null> {
  const name = fields.one("name").trim();
  if (name !== "") return page.personNamed(name);
  const id = fields.one("person");
  return (await page.persons()).find((person) => person.id === id) ?? null;
}

function personView({ network, page }: Ground, asked: LogInRequest, persons: readonly LogInPerson[]): Html {
  const choices = persons.map(
    ({ id, name }, index) =>
      html`<label><input type="radio" name="person" value="${id}"${index === 0 && html` checked`}> <span>${name}</span></label>`,
  );
  return html`<div class="gate"><h1>Log in to ${network.type}</h1>
<p class="lead">A sandbox network has no passwords. Say who you are.</p>
<form class="form" method="post" action="${actionOf(network, page)}">
<input type="hidden" name="asked" value="${asked.query}">
${choices.length > 0 && html`<fieldset class="choice"><legend>Who are you?</legend>${choices}</fieldset>`}
<label>${choices.length > 0 ? "Or somebody else" : "Your name"} <input type="text" name="name" maxlength="60" autocomplete="off"${choices.length === 0 && html` required autofocus`}></label>
<p class="buttons"><button class="main" name="decision" value="allow-all">Allow everything</button> <button>Choose what to allow</button></p>
</form></div>`;
}

function consentView({ network, page }: Ground, asked: LogInRequest, { person, accounts }: Pick<Decision, "person" | "accounts">): Html {
  const accountBoxes = accounts.map(
    ({ id, name, note }) =>
      html`<label><input type="checkbox" name="given_account" value="${id}" checked> <span>${name}<span class="note">${note}</span></span></label>`,
  );
  const scopeBoxes = asked.scopes.map(
    ({ name, label, isRequired }) =>
      html`<label><input type="checkbox" name="given_scope" value="${name}" checked${isRequired && html` disabled`}> <span>${label}<span class="note">${name}${isRequired && ", always needed"}</span></span></label>`,
  );
  return html`<div class="gate"><h1>Let Rostrum use ${network.type}?</h1>
<p class="lead">You are logged in as <strong>${person.name}</strong>.</p>
<form class="form" method="post" action="${actionOf(network, page)}">
<input type="hidden" name="asked" value="${asked.query}"><input type="hidden" name="person" value="${person.id}">
${accountBoxes.length > 0 && html`<fieldset class="choice"><legend>Which accounts?</legend>${accountBoxes}</fieldset>`}
${scopeBoxes.length > 0 && html`<fieldset class="choice"><legend>What may it do?</legend>${scopeBoxes}</fieldset>`}
<p class="buttons"><button class="main" name="decision" value="allow">Allow</button> <button name="decision" value="cancel">Cancel</button></p>
</form></div>`;
}

/** Never redirects without a known application and a usable address. */
export function refusePage(reply: FastifyReply, network: SandboxNetwork, mistake: string): FastifyReply {
  const body = html`<h1>An error has occurred</h1><p class="lead">${mistake}</p>`;
  return sendPage(reply, { title: "Error", status: 400, trail: trailOf(network), body });
}

function actionOf(network: SandboxNetwork, page: LogInPage): string {
  return `/sandbox/${network.slug}${page.path}`;
}

interface Fields {
  /** Empty if it was not given exactly once. */
  one(name: string): string;
  all(name: string): readonly string[];
}

function fieldsOf(body: unknown): Fields {
  const fields = new Map<string, unknown>(typeof body === "object" && body !== null ? Object.entries(body) : []);
  const all = (name: string) => [fields.get(name)].flat().filter((value) => typeof value === "string");
  return { all, one: (name) => (all(name).length === 1 ? (all(name)[0] ?? "") : "") };
}
