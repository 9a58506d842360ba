import { randomBytes } from "node:crypto";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type Html, html } from "../../../../ground/web/html.ts";
import { sendPage } from "../../../../ground/web/page.ts";
import { refusePage } from "../../../sandbox/kit/log-in-page.ts";
import { textsIn } from "../../../sandbox/kit/requests.ts";
import type { SandboxNetwork, SandboxWorld } from "../../../sandbox/network.ts";
import { trailOf } from "../../../sandbox/pages.ts";
import { accountNamed, accountOf, nameOfHandle } from "../accounts.ts";
import { find, insert, list, type Stored } from "../model.ts";
import { oauthRefusal } from "../refusal.ts";
import { authenticate, clientOf, isRedirectOf } from "./clients.ts";
import { checkProof } from "./proof.ts";
import { GENERIC, openSession } from "./sessions.ts";

const REQUEST_SECONDS = 300;
const PREFIX = "urn:ietf:params:oauth:request_uri:req-";
const KNOWN_SCOPES = ["atproto", GENERIC];

/** Pushed authorization requests (RFC 9126), which every log-in begins with. */
export function requestRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.post("/oauth/par", async (request, reply) => {
    const fields = textsIn(request.body);
    const jkt = await checkProof(world, request, null);
    const client = await clientOf(world, fields.client_id ?? "");
    const proven = await authenticate(world, client, fields);
    const scopes = (fields.scope ?? "").split(" ").filter((name) => name !== "");
    if (fields.response_type !== "code") throw oauthRefusal("unsupported_response_type", 'atproto only supports the "code" response_type');
    if (fields.code_challenge === undefined) throw oauthRefusal("invalid_request", "Use of PKCE is required");
    if (fields.code_challenge_method !== "S256") {
      throw oauthRefusal("invalid_request", 'atproto requires use of "S256" code_challenge_method');
    }
    if (!isRedirectOf(client, fields.redirect_uri ?? "")) throw oauthRefusal("invalid_request", "Invalid redirect_uri");
    if (!scopes.includes("atproto")) throw oauthRefusal("invalid_scope", 'The "atproto" scope is required');
    const allowed = client.scope.split(" ");
    const foreign = scopes.find((name) => !allowed.includes(name) || !KNOWN_SCOPES.includes(name));
    if (foreign !== undefined) throw oauthRefusal("invalid_scope", `Scope "${foreign}" is not declared in the client metadata`);
    const id = randomBytes(16).toString("hex");
    await insert(world, "par", id, {
      client_id: client.client_id,
      redirect_uri: fields.redirect_uri ?? "",
      scopes,
      state: fields.state ?? null,
      challenge: fields.code_challenge,
      hint: fields.login_hint ?? null,
      jkt,
      proven,
      ends_at: addSeconds(world.now(), REQUEST_SECONDS),
    });
    return reply.status(201).send({ request_uri: PREFIX + id, expires_in: REQUEST_SECONDS });
  });
}

/** The request that a person is sent here with; null if it is unknown, another client's, or over. */
export async function pushedRequest(
  world: SandboxWorld,
  { client_id: clientId, request_uri: address = "" }: Readonly<Record<string, string | undefined>>,
): Promise<Stored<"par"> | null> {
  const held = address.startsWith(PREFIX) ? await find(world, "par", address.slice(PREFIX.length)) : null;
  return held === null || held.client_id !== clientId || held.ends_at <= world.now() ? null : held;
}

const ACCOUNTS_SHOWN_MAX = 20;

/** The page on which people say who they are and what the application may do. There are no passwords. */
export function authorizeRoutes(scope: FastifyInstance, network: SandboxNetwork, world: SandboxWorld): void {
  scope.get("/oauth/authorize", async (request, reply) => {
    const fields = textsIn(request.query);
    const asked = await pushedRequest(world, fields);
    if (asked === null) return refusePage(reply, network, "This log-in is unknown or has ended. Begin again in the application.");
    return sendPage(reply, {
      title: "Log in to Bluesky",
      trail: trailOf(network),
      formTargets: [new URL(asked.redirect_uri).origin],
      body: await consentView(world, network, asked, fields),
    });
  });

  scope.post("/oauth/authorize", async (request, reply) => {
    const fields = textsIn(request.body);
    const asked = await pushedRequest(world, fields);
    if (asked === null) return refusePage(reply, network, "This log-in is unknown or has ended. Begin again in the application.");
    if (fields.decision !== "allow") {
      await world.objects.delete("par", asked.id);
      return answer(reply, world, asked, { error: "access_denied", error_description: "The user rejected the request" });
    }
    const account = await personOf(world, fields);
    if (account === null) return refusePage(reply, network, "Choose who you are, or type a name.");
    const code = await openSession(world, asked, account.id);
    await world.objects.delete("par", asked.id);
    return answer(reply, world, asked, { code });
  });
}

async function consentView(
  world: SandboxWorld,
  network: SandboxNetwork,
  asked: Stored<"par">,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<Html> {
  const hinted = asked.hint === null ? null : await accountOf(world, asked.hint);
  const known = (await list(world, "account", { where: {}, limit: 100 })).toReversed().slice(0, ACCOUNTS_SHOWN_MAX);
  const shown = hinted === null || known.some(({ id }) => id === hinted.id) ? known : [hinted, ...known];
  const chosen = hinted?.id ?? shown[0]?.id;
  const choices = shown.map(
    ({ id, handle }) =>
      html`<label><input type="radio" name="person" value="${id}"${id === chosen && html` checked`}> <span>@${handle}</span></label>`,
  );
  const clientName = asked.client_id.startsWith("http://localhost") ? "An application on this computer" : new URL(asked.client_id).host;
  return html`<div class="gate"><h1>Log in to Bluesky</h1>
<p class="lead"><strong>${clientName}</strong> asks to post and act as you (${asked.scopes.join(", ")}). A sandbox network has no passwords: say who you are.</p>
<form class="form" method="post" action="${`/sandbox/${network.slug}/oauth/authorize`}">
<input type="hidden" name="client_id" value="${fields.client_id ?? ""}"><input type="hidden" name="request_uri" value="${fields.request_uri ?? ""}">
${choices.length > 0 && html`<fieldset class="choice"><legend>Who are you?</legend>${choices}</fieldset>`}
<label>${choices.length > 0 ? "Or somebody else" : "Your name"} <input type="text" name="name" maxlength="60" autocomplete="off"${choices.length === 0 && html` required autofocus`}></label>
<p class="buttons"><button class="main" name="decision" value="allow">Allow</button> <button name="decision" value="deny" formnovalidate>Deny</button></p>
</form></div>`;
}

async function personOf(world: SandboxWorld, { name = "", person = "" }: Readonly<Record<string, string | undefined>>) {
  if (name.trim() !== "") return accountNamed(world, nameOfHandle(name));
  return person === "" ? null : accountOf(world, person);
}

function answer(
  reply: FastifyReply,
  world: SandboxWorld,
  asked: Stored<"par">,
  parameters: Readonly<Record<string, string>>,
): FastifyReply {
  const target = new URL(asked.redirect_uri);
  target.searchParams.set("iss", world.baseUrl);
  if (asked.state !== null) target.searchParams.set("state", asked.state);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  return reply.redirect(target.href, 303);
}
