import { platforms } from "@rostrum/contract/platforms.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { logInFor } from "../../networks/platforms/log-ins.ts";
import { type ChannelDetailsRow, listCollectionsByChannel, listDetails } from "./details-store.ts";
import { listChannelConditions, type Reader } from "./manage.ts";
import { abilitiesOf, limitsOf, seesAccess } from "./rules.ts";

type Condition = PrivateOutput<"listChannelConditions">[number];
type Facts = Omit<PrivateOutput<"listChannelDetails">[number], keyof Condition | "collections">;

export async function listChannelDetails(
  app: App,
  input: PrivateInput<"listChannelDetails">,
  reader: Reader,
): Promise<PrivateOutput<"listChannelDetails">> {
  const { brandId } = input;
  const [conditions, details, collections] = await Promise.all([
    listChannelConditions(app, input, reader),
    listDetails(app.db, brandId),
    listCollectionsByChannel(app.db, brandId),
  ]);
  const known = new Map(details.map((row) => [row.id, row]));
  const places = Map.groupBy(collections, ({ channelId }) => channelId);
  return conditions.flatMap((condition) => {
    const row = known.get(condition.id);
    // Connected or removed between the two reads.
    if (row === undefined) return [];
    const own = (places.get(condition.id) ?? []).map(({ id, title }) => ({ id, title }));
    const facts = factsOf(app, condition, row);
    const shown = seesAccess(reader.viewer) ? facts : { ...facts, needsLogIn: false, lastError: null, limits: [] };
    return [{ ...condition, ...shown, collections: own }];
  });
}

function factsOf(app: App, { type, sandbox, account }: Condition, row: ChannelDetailsRow): Facts {
  const { remoteId, settings, needsLogIn, application, scopes, failedAt, failedPostId, failure, succeededAt } = row;
  const logIn = application === null ? null : (logInFor(app, type, application)?.logIn ?? null);
  const profileUrl = remoteId === null ? null : (app.connectors[type]?.profileUrl?.({ remoteId, handle: account ?? "" }) ?? null);
  return {
    needsLogIn,
    // The sandbox networks have no page for each account.
    profileUrl: sandbox ? `${app.config.publicUrl}/sandbox/${platforms[type].slug}/` : profileUrl,
    lastError: failedAt === null ? null : { at: failedAt, postId: failedPostId, message: failure ?? "" },
    lastSuccessAt: succeededAt,
    limits: limitsOf(logIn, scopes ?? []),
    abilities: abilitiesOf(type, settings),
  };
}
