import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { GrantTrouble, readyGrant } from "../../networks/grants/keep.ts";
import { logInCall, logInFor, type TypedLogIn } from "../../networks/platforms/log-ins.ts";
import { choiceOf } from "./answer.ts";
import { memoryPlace } from "./begin.ts";
import { type LogInRow, lockAnswered, storeChoice } from "./store.ts";
import { type Refused, refused, refusedThere } from "./words.ts";

const MAKE_SECONDS_MAX = 60;
export const ACCOUNT_NAME_LENGTH_MAX = 180;

/** What the person may make in this log-in, as the label of a field; null where nothing can be made, or one account is wanted. */
export function creationOf(
  app: App,
  { type, application, channelId }: Pick<LogInRow, "type" | "application" | "channelId">,
): string | null {
  return channelId === null ? (logInFor(app, type, application)?.logIn.create?.label ?? null) : null;
}

/** Makes an account at the network and offers it with the others. */
export async function makeAccount(app: App, row: LogInRow, name: string): Promise<{ readonly kind: "made" } | Refused> {
  const typed = logInFor(app, row.type, row.application);
  if (typed === null || creationOf(app, row) === null || row.grantId === null)
    return refused((words) => words.notMade({ network: row.type }));
  if (row.status !== "answered" || row.endsAt <= app.clock.now()) return refused(({ late }) => late);
  if (name === "") return refused(({ noName }) => noName);
  if (name.length > ACCOUNT_NAME_LENGTH_MAX) return refused((words) => words.longName({ max: ACCOUNT_NAME_LENGTH_MAX }));
  const made = await makeThere(app, typed, { row, grantId: row.grantId, name });
  if (made.kind !== "made") return made;
  return transaction(app.db, async (tx) => {
    const current = await lockAnswered(tx, row.id, app.clock.now());
    if (current === null) return refused(({ madeLate }) => madeLate);
    const { person, accounts } = choiceOf(app, current);
    const others = accounts.filter(({ remoteId }) => remoteId !== made.account.remoteId);
    const choice = { person, accounts: [made.account, ...others] };
    await storeChoice(tx, row.id, app.secrets.seal(JSON.stringify(choice), memoryPlace(row.id)));
    return { kind: "made" };
  });
}

async function makeThere(
  app: App,
  typed: TypedLogIn,
  { row, grantId, name }: { readonly row: LogInRow; readonly grantId: number; readonly name: string },
) {
  const signal = AbortSignal.timeout(MAKE_SECONDS_MAX * 1000);
  const call = await logInCall(app, typed, { sandbox: row.sandbox, signal });
  try {
    const made = await typed.logIn.create?.make(await readyGrant(app, grantId, signal), name, call);
    if (made === undefined) return refused((words) => words.notMade({ network: typed.logIn.network }));
    return made.kind === "made" ? made : refusedThere(made.reason);
  } catch (error) {
    if (error instanceof GrantTrouble) return refusedThere(error.message);
    throw error;
  }
}
