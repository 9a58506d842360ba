import { addSeconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { withoutSecrets } from "../../ground/observability/redactor.ts";
import type { AccountsOutcome, GrantFacts, LogInAccount } from "../../networks/connectors/log-in.ts";
import { storeGrant } from "../../networks/grants/keep.ts";
import { logInCall, logInFor, type TypedLogIn } from "../../networks/platforms/log-ins.ts";
import { hashSecret } from "../../people/sign-in/secret.ts";
import { ofSameAccount, sealCredentials } from "../channels/account.ts";
import { requireLogIn } from "../channels/manage-store.ts";
import { keepPictures } from "../channels/picture.ts";
import { memoryPlace, type Sent } from "./begin.ts";
import {
  failLogIn,
  type KnownChannel,
  type LogInRow,
  listChannelsOfBrand,
  listChannelsOfGrant,
  storeAnswer,
  takeAnswered,
  takeLogIn,
} from "./store.ts";
import { type Refused, refused, refusedThere } from "./words.ts";

const FINISH_SECONDS_MAX = 60;
/** How long the accounts can be chosen. */
const CHOICE_SECONDS = 1800;

/** What is remembered until the accounts are chosen. */
const Choice = z.object({
  person: z.string(),
  accounts: z.array(z.custom<LogInAccount>((value) => typeof value === "object" && value !== null)),
});
export type Choice = z.output<typeof Choice>;

export type Arrival =
  /** Not ours, used before, too late, or from another browser. */
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly row: LogInRow; readonly reason: Refused["reason"] }
  | { readonly kind: "answered"; readonly row: LogInRow };

/** Takes the network's answer: exchanges it, stores the grant, and reads the accounts to choose from. */
export async function arrive(
  app: App,
  answer: {
    readonly application: string;
    readonly parameters: Readonly<Record<string, string>>;
    /** Names of the browser that came back. */
    readonly holders: readonly Buffer[];
  },
): Promise<Arrival> {
  const { application, parameters, holders } = answer;
  const row = await takeAnswered(app.db, { stateHash: hashSecret(parameters.state ?? ""), application, holders, now: app.clock.now() });
  if (row === null) return { kind: "unknown" };
  const outcome = await finish(app, row, parameters);
  if (outcome.kind === "answered") return { kind: "answered", row };
  await failLogIn(app.db, row.id, outcome.reason("en"));
  app.log.info({ event: "log-in failed", application, type: row.type, brand: row.brandId, reason: outcome.reason("en") });
  return { kind: "failed", row, reason: outcome.reason };
}

/** The accounts that a log-in offers. */
export function choiceOf({ secrets }: Pick<App, "secrets">, row: LogInRow): Choice {
  return Choice.parse(JSON.parse(secrets.open(row.memory ?? "", memoryPlace(row.id))));
}

type Finished = { readonly kind: "answered" } | Refused;

async function finish(app: App, row: LogInRow, parameters: Readonly<Record<string, string>>): Promise<Finished> {
  const typed = logInFor(app, row.type, row.application);
  if (typed === null) return refused((words) => words.noLogIn({ type: row.type }));
  const sent = JSON.parse(app.secrets.open(row.memory ?? "", memoryPlace(row.id))) as Sent;
  const call = await logInCall(app, typed, { sandbox: row.sandbox, signal: AbortSignal.timeout(FINISH_SECONDS_MAX * 1000) });
  const { network } = typed.logIn;
  const { code, state } = parameters;
  const secrets = { code, state, verifier: sent.verifier, clientSecret: call.application?.clientSecret };
  const outcome = withoutSecrets(await typed.logIn.finish({ parameters, ...sent }, call), secrets);
  if (outcome.kind === "declined") return refused((words) => words.cancelled({ network }));
  if (outcome.kind !== "granted") return refusedThere(outcome.reason);
  const { grant } = outcome;
  const listed = withoutSecrets(await typed.logIn.accounts(grant, call), { ...secrets, credentials: grant.credentials });
  if (listed.kind !== "listed") return refusedThere(listed.reason);
  const clientId = call.application?.clientId ?? "";
  const choice: Choice = { person: grant.name, accounts: [...listed.accounts] };
  const grantId = await transaction(app.db, async (tx) => {
    const id = await storeGrant(app, tx, { sandbox: row.sandbox, clientId, facts: grant });
    const memory = app.secrets.seal(JSON.stringify(choice), memoryPlace(row.id));
    await storeAnswer(tx, { id: row.id, grantId: id, memory, endsAt: addSeconds(app.clock.now(), CHOICE_SECONDS) });
    return id;
  });
  await recheck(app, { grantId, grant, sandbox: row.sandbox, known: { typed, listed } });
  return { kind: "answered" };
}

interface Latest {
  readonly grantId: number;
  readonly grant: GrantFacts;
  readonly sandbox: boolean;
  readonly known: { readonly typed: TypedLogIn; readonly listed: AccountsOutcome };
}

type Listed = Extract<AccountsOutcome, { kind: "listed" }>;

/**
 * Goes through the channels that the person connected before: a new log-in may have left some of their accounts out, and brings
 * back those that waited for it.
 */
async function recheck(app: App, { grantId, grant, sandbox, known }: Latest): Promise<void> {
  const channels = await listChannelsOfGrant(app.db, grantId);
  for (const [type, ofType] of Map.groupBy(channels, (channel) => channel.type)) {
    const typed = logInFor(app, type, grant.application);
    if (typed === null) continue;
    const signal = AbortSignal.timeout(FINISH_SECONDS_MAX * 1000);
    const listed =
      typed.logIn === known.typed.logIn
        ? known.listed
        : await typed.logIn.accounts(grant, await logInCall(app, typed, { sandbox, signal }));
    if (listed.kind === "listed") for (const channel of ofType) await bringUpToDate(app, channel, { listed, network: typed.logIn.network });
  }
  app.wake();
}

async function bringUpToDate(
  app: App,
  channel: KnownChannel,
  { listed, network }: { readonly listed: Listed; readonly network: string },
): Promise<void> {
  const account = ofSameAccount(app, channel, listed.accounts);
  const now = app.clock.now();
  const ended = (reason: string) => requireLogIn(app.db, { channelId: channel.id, reason, now, usedAt: now });
  // Two channels of one account would publish everything twice.
  const isOther = account !== null && account.remoteId !== channel.remoteId;
  if (isOther && (await listChannelsOfBrand(app.db, channel)).some(({ remoteId }) => remoteId === account.remoteId))
    return ended(`${account.handle} is connected by another channel of this brand.`);
  if (account === null) {
    if (listed.isWhole === false) return;
    return ended(`The latest log-in at ${network} did not include this account: log in again and keep it ticked.`);
  }
  if (account.problem !== null) return ended(account.problem);
  await takeLogIn(app.db, {
    channelId: channel.id,
    remoteId: account.remoteId,
    credentials: sealCredentials(app, channel.id, account.credentials),
    settings: JSON.stringify(account.settings),
    handle: account.handle,
    accountPreferences: JSON.stringify(account.accountPreferences ?? {}),
    now,
  });
  await keepPictures(app, [{ channelId: channel.id, url: account.pictureUrl }]);
}
