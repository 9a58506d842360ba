import type { ChannelType } from "@rostrum/contract/channels.ts";
import { MENTIONS } from "@rostrum/contract/mentions.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { type Limiter, memoryLimiter } from "../../ground/web/rate-limits.ts";
import type { PeopleOutcome } from "../../networks/connectors/connector.ts";
import { askNetwork } from "../channels/ask-network.ts";
import { findChannelWithAccount } from "../channels/manage-store.ts";
import { mentionedIn, merged } from "./rules.ts";
import { listNetworksOf, listRecentTexts } from "./store.ts";

/** Somebody is typing meanwhile. */
const SECONDS_MAX = 8;
/** With less, networks find anybody. */
const ASKED_FROM_LENGTH = 2;
/** Of a channel: what networks allow its account in five minutes, most 300 calls, is for publishing. */
const QUESTIONS_PER_MINUTE_MAX = 20;

const limiters = new WeakMap<App, Limiter>();

/** Whom the brand's recent posts mention, and whom networks find, by the beginning of a name; each network is asked as one channel. */
export async function findPeople(app: App, { brandId, body }: PrivateInput<"findPeople">): Promise<PrivateOutput<"findPeople">> {
  const beginning = body.beginning.trim().replace(/^@/, "");
  const networks = await listNetworksOf(app.db, { brandId, channelIds: body.channelIds });
  const texts = await listRecentTexts(app.db, brandId);
  return Promise.all(
    networks
      .filter(({ type }) => MENTIONS[type] !== null)
      .map(async ({ type, channelId }) => {
        const before = mentionedIn(texts, { type, beginning });
        const answer = channelId === null ? NOT_ASKED : await ask(app, { type, channelId, beginning });
        if (answer.kind === "failed") return { type, people: before, problem: answer.reason };
        return { type, people: merged(before, answer.people), problem: null };
      }),
  );
}

const NOT_ASKED: PeopleOutcome = { kind: "found", people: [] };

interface Question {
  readonly type: ChannelType;
  readonly channelId: number;
  readonly beginning: string;
}

async function ask(app: App, { type, channelId, beginning }: Question): Promise<PeopleOutcome> {
  const people = app.connectors[type]?.people;
  if (people === undefined || beginning.length < ASKED_FROM_LENGTH) return NOT_ASKED;
  const channel = await findChannelWithAccount(app.db, channelId);
  if (channel === null) return NOT_ASKED;
  const limiter = limiters.get(app) ?? memoryLimiter(app.clock);
  limiters.set(app, limiter);
  const { allowed } = await limiter.hit(`people ${channelId}`, QUESTIONS_PER_MINUTE_MAX);
  if (!allowed) return { kind: "failed", reason: "Many names have been looked up. Wait a minute, or type this one in full." };
  return askNetwork(app, channel, { secondsMax: SECONDS_MAX, ask: (account, call) => people(beginning, account, call) });
}
