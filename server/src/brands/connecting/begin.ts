import { hash, randomBytes } from "node:crypto";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { withoutSecrets } from "../../ground/observability/redactor.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { allLogIns, applicationFor, logInCall, logInFor, type TypedLogIn } from "../../networks/platforms/log-ins.ts";
import { newSecret } from "../../people/sign-in/secret.ts";
import { deleteOldLogIns, failLogIn, insertLogIn, type LogInRow, sendLogIn, type WantedLogIn } from "./store.ts";
import { type Refused, refused, refusedThere } from "./words.ts";

/** How long the person may take at the network. */
export const LOG_IN_SECONDS = 600;
const BEGIN_SECONDS_MAX = 30;
/** Those who wait for a log-in read its end for this long. */
const KEPT_SECONDS = 3600;

/** What is remembered until the network's answer. */
export interface Sent {
  readonly verifier: string;
  readonly redirectUri: string;
  readonly memory: Json;
}

/** Records a log-in that is about to begin. `secret` is part of the address that opens it in a browser. */
export async function openLogIn(app: App, wanted: WantedLogIn): Promise<{ readonly id: number; readonly secret: string }> {
  const now = app.clock.now();
  await deleteOldLogIns(app.db, addSeconds(now, -KEPT_SECONDS));
  const { secret, hash: beginHash } = newSecret();
  return { id: await insertLogIn(app.db, { ...wanted, beginHash, now, endsAt: addSeconds(now, LOG_IN_SECONDS) }), secret };
}

export type Departure = Refused | { readonly kind: "open"; readonly url: string };

/** Sends the person to the network. `holderHash` names the browser that may come back. */
export async function depart(
  app: App,
  row: LogInRow | (WantedLogIn & { readonly id: number }),
  { asked, holderHash }: { readonly asked: string; readonly holderHash: Buffer },
): Promise<Departure> {
  const typed = logInFor(app, row.type, row.application);
  if (typed === null) return refused((words) => words.noLogIn({ type: row.type }));
  const { secret: state, hash: stateHash } = newSecret();
  const verifier = randomBytes(32).toString("base64url");
  const redirectUri = redirectUriOf(app, typed);
  const call = await logInCall(app, typed, { sandbox: row.sandbox, signal: AbortSignal.timeout(BEGIN_SECONDS_MAX * 1000) });
  if (call.application === null && typed.logIn.registersItself === undefined) {
    return refused((words) => words.noApplication({ network: typed.logIn.network }));
  }
  const challenge = hash("sha256", verifier, "base64url");
  const request = { state, redirectUri, challenge, asked, publicUrl: app.config.publicUrl };
  const begun = withoutSecrets(await typed.logIn.begin(request, call), { state, verifier, clientSecret: call.application?.clientSecret });
  if (begun.kind !== "open") {
    await failLogIn(app.db, row.id, begun.reason);
    return refusedThere(begun.reason);
  }
  const sent: Sent = { verifier, redirectUri, memory: begun.memory };
  const memory = app.secrets.seal(JSON.stringify(sent), memoryPlace(row.id));
  if (!(await sendLogIn(app.db, { id: row.id, stateHash, holderHash, memory }))) return refused(({ used }) => used);
  return { kind: "open", url: shownAddress(app, begun.url) };
}

/** What the operator registers at the platform. One for all types of channel that its application serves. */
export function redirectUriOf({ config }: Pick<App, "config">, { logIn }: Pick<TypedLogIn, "logIn">): string {
  return `${config.publicUrl}/connect/${logIn.application}/callback`;
}

/** What networks read about the application at an address of ours; null if none does. */
export async function documentOf(app: App, application: string): Promise<Json> {
  const typed = allLogIns(app).find(({ logIn }) => logIn.application === application && logIn.document !== undefined);
  if (typed?.logIn.document === undefined) return null;
  const place = { publicUrl: app.config.publicUrl, redirectUri: redirectUriOf(app, typed) };
  return typed.logIn.document(place, await applicationFor(app, typed.logIn, false));
}

export function memoryPlace(id: number): string {
  return `log_ins.memory:${id}`;
}

/** The sandbox networks are part of this service: people reach them where they reach it. */
function shownAddress({ sandboxUrl, config }: App, url: string): string {
  return sandboxUrl !== null && url.startsWith(`${sandboxUrl}/`) ? `${config.publicUrl}/sandbox${url.slice(sandboxUrl.length)}` : url;
}
