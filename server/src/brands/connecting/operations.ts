import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { applicationsAt, platforms } from "@rostrum/contract/platforms.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import type { Viewer } from "../../ground/viewer.ts";
import { keepApplication } from "../../networks/platforms/applications.ts";
import { allLogIns } from "../../networks/platforms/log-ins.ts";
import { returnPath } from "../../people/sign-in/return-path.ts";
import { presentPreferences } from "../channels/preferences.ts";
import { LOG_IN_SECONDS, openLogIn } from "./begin.ts";
import { choose, offersOf } from "./choose.ts";
import { networkOf, wayOf } from "./networks.ts";
import { findConnectingBrand, findLogIn, listChannelsOfBrand } from "./store.ts";

export async function beginLogIn(app: App, { brandId, body }: PrivateInput<"beginLogIn">): Promise<PrivateOutput<"beginLogIn">> {
  const { type, sandbox = false } = body;
  if ((await findConnectingBrand(app.db, brandId)) === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  const { logIn, problem } = await wayOf(app, { type, sandbox, application: body.application ?? null });
  if (logIn === null) refuse(422, "type", problem);
  const { application, network } = logIn;
  const { id, secret } = await openLogIn(app, { brandId, userId: null, type, application, sandbox, channelId: null, returnTo: null });
  const endsAt = addSeconds(app.clock.now(), LOG_IN_SECONDS);
  return { id, url: `${app.config.publicUrl}/connect/begin/${secret}`, network, endsAt };
}

/** For a person in the dashboard, who goes to the network at once. */
export async function startLogIn(
  app: App,
  { brandId, body }: PrivateInput<"startLogIn">,
  { viewer }: { readonly viewer: Pick<Viewer, "userId"> | null },
): Promise<PrivateOutput<"startLogIn">> {
  const { type, sandbox = false, application = null, channelId = null, asked = "", returnTo } = body;
  if (viewer === null) refuse(403, "session", "Only a person in a browser can be sent to a network.");
  const { logIn, problem } = await wayOf(app, { type, sandbox, application });
  if (logIn === null) refuse(422, "type", problem);
  if (logIn.asks !== undefined && asked.trim() === "") refuse(422, "asked", `${logIn.asks.label}: this has to be known first.`);
  const channels = await listChannelsOfBrand(app.db, { brandId, type, sandbox });
  if (channelId !== null && !channels.some(({ id }) => id === channelId)) refuse(422, "channel_id", "This channel is not in this brand.");
  const wanted = { brandId, userId: viewer.userId, type, application: logIn.application, sandbox, channelId };
  const { secret } = await openLogIn(app, { ...wanted, returnTo: returnPath(returnTo) });
  return { url: `/connect/begin/${secret}?${new URLSearchParams(asked.trim() === "" ? {} : { asked: asked.trim() })}` };
}

export async function showLogIn(app: App, { logInId }: PrivateInput<"showLogIn">): Promise<PrivateOutput<"showLogIn">> {
  const row = (await findLogIn(app.db, logInId)) ?? refuse(404, "log_in", `There is no log-in with the id ${logInId}.`);
  const { problem, channelIds } = row;
  const isOver = !["done", "failed"].includes(row.status) && row.endsAt <= app.clock.now();
  const base = { status: isOver ? ("over" as const) : row.status, problem, channelIds: [...channelIds], person: null, accounts: [] };
  if (isOver || row.status !== "answered") return base;
  const { person, offers } = await offersOf(app, row);
  const accounts = offers.map(({ account: { remoteId, name, handle, problem, limits }, channel, preferences }) => {
    const shown = presentPreferences(preferences);
    return { id: remoteId, name, handle, problem, limits: [...limits], channelId: channel?.id ?? null, preferences: shown };
  });
  return { ...base, person, accounts };
}

export async function chooseLogInAccounts(
  app: App,
  { logInId, body }: PrivateInput<"chooseLogInAccounts">,
): Promise<PrivateOutput<"chooseLogInAccounts">> {
  if ((await findLogIn(app.db, logInId)) === null) refuse(404, "log_in", `There is no log-in with the id ${logInId}.`);
  const chosen = await choose(app, logInId, { remoteIds: body.accounts, given: () => body.preferences });
  if (chosen.kind === "refused") refuse(422, "accounts", chosen.reason("en"));
  return { channelIds: [...chosen.channelIds] };
}

export async function listNetworks(app: App): Promise<PrivateOutput<"listNetworks">> {
  return Promise.all(CHANNEL_TYPES.map((type) => networkOf(app, type)));
}

export async function setNetwork(app: App, { body }: PrivateInput<"setNetwork">): Promise<PrivateOutput<"setNetwork">> {
  const { type, application = platforms[type].slug, clientId, clientSecret = null } = body;
  const known = applicationsAt(type);
  if (!known.includes(application)) refuse(422, "application", `${type} has no application ${application}, only ${known.join(", ")}.`);
  const serves = allLogIns(app).some(({ logIn }) => logIn.application === application && logIn.registersItself === undefined);
  if (!serves) refuse(422, "type", `No application has to be registered for ${type}.`);
  await keepApplication(app, application, { clientId, clientSecret });
  return {};
}
