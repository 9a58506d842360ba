import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { addSeconds, fromEpochMilliseconds, printUtc } from "@rostrum/contract/formats.ts";
import type { Finding } from "@rostrum/contract/private/doctor.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { countEndingLogIns, countHeldChannels } from "../../brands/channels/store.ts";
import { networkOf } from "../../brands/connecting/networks.ts";
import { VERSION } from "../../ground/version.ts";
import { WARNING_SECONDS } from "../../networks/grants/loop.ts";
import { isOutOfReach } from "../../networks/platforms/out-of-reach.ts";
import { countSealed } from "../sealing/reseal.ts";
import { countAutomations, countWebhooks, listNetworkStates, readWaitingEvents, readWaitingMails, readWork } from "../state/store.ts";
import { askAddress } from "./address.ts";
import { examineDatabase } from "./database.ts";
import { examineMachine } from "./machine.ts";
import { examineMedia } from "./media.ts";
import { judgeAddress, judgeHeardClock, judgeSettings, judgeTraces, ok } from "./rules.ts";
import { lastBackupAt, listLostChannels, listTypesInUse } from "./store.ts";
import {
  judgeAutomations,
  judgeChannels,
  judgeEvents,
  judgeKeys,
  judgeMail,
  judgeNetworks,
  judgeOutcomes,
  judgeWork,
} from "./work-rules.ts";

/** Everything that may be wrong, each with what to do about it. Without the database, what can be said without it. */
export async function examineService(app: App): Promise<PrivateOutput<"examineService">> {
  const { config, db, clock } = app;
  const { publicUrl } = config;
  const since = printUtc(fromEpochMilliseconds(performance.timeOrigin));
  const database = await examineDatabase({ db, isEmbedded: config.databaseUrl === null, now: () => clock.now() });
  const isReadable = database.some(({ check, level }) => check === "schema" && level === "ok");
  return {
    findings: [
      ok("service", `Rostrum ${VERSION} has been running since ${since} UTC.`),
      ...judgeSettings(config),
      judgeAddress({ publicUrl, isPrivate: isOutOfReach(publicUrl), reply: await askAddress(publicUrl) }),
      judgeTraces(await tracesOf(app)),
      ...database,
      ...judgeHeardClock(app.heardClocks.ahead()),
      ...(await examineMachine(config, { now: clock.now(), asService: true, recordedAt: isReadable ? await lastBackupAt(app.db) : null })),
      await examineMedia(app),
      ...(isReadable ? await examineStored(app) : []),
    ],
  };
}

async function tracesOf({ traces, config }: App): Promise<Parameters<typeof judgeTraces>[0]> {
  if (traces === null || config.traces === null) return null;
  const { origin, pathname } = new URL(config.traces.endpoint);
  return { endpoint: `${origin}${pathname}`, reply: await traces.ask(), lost: traces.lost };
}

/** More names would hide the other findings. */
const NAMES_MAX = 5;

async function examineStored(app: App): Promise<Finding[]> {
  const { db, config, clock } = app;
  const now = clock.now();
  const work = await readWork(db, now);
  const lost = await listLostChannels(db, NAMES_MAX);
  const expiring = sum(await countEndingLogIns(db, addSeconds(now, WARNING_SECONDS)));
  const held = sum(await countHeldChannels(db, now));
  const states = await listNetworkStates(db, now);
  const undecided = states.reduce((all, state) => all + state.undecided, 0);
  return [
    judgeKeys({ oldKeys: app.secrets.oldPrefixes.length, ...(await countSealed(app)) }),
    judgeWork(work, now),
    judgeOutcomes({ unknown: work.unknown, undecided }),
    ...judgeChannels({ lost: lost.rows, lostCount: lost.count, expiring, held }),
    ...judgeNetworks(await lacksInUse(app)),
    judgeAutomations(await countAutomations(db)),
    ...judgeEvents({ webhooks: await countWebhooks(db), events: await readWaitingEvents(db, now) }, now),
    judgeMail({ isSet: config.mail !== null, ...(await readWaitingMails(db)) }, now),
  ];
}

/** What the networks lack that are in use, or have an application: one that nobody wants may lack everything. */
async function lacksInUse(app: App): Promise<string[]> {
  const inUse = await listTypesInUse(app.db);
  const networks = await Promise.all(CHANNEL_TYPES.map((type) => networkOf(app, type)));
  const wanted = networks.filter(({ type, logIns }) => inUse.has(type) || logIns.some(({ clientId }) => clientId !== null));
  return [...new Set(wanted.flatMap(({ lacks }) => lacks))];
}

function sum(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((all, { count }) => all + count, 0);
}
