import { randomUUID } from "node:crypto";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { one, query, transaction } from "../../ground/database/query.ts";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { instantConnector } from "../../testing/instant-connector.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import type { Account } from "../connectors/connector.ts";
import type { Json } from "../connectors/json.ts";
import type { GrantEnds, LogIn, LogInCall, OpenGrant, RenewOutcome } from "../connectors/log-in.ts";
import { readyGrant, storeGrant } from "./keep.ts";
import { keepGrants } from "./loop.ts";

/** A network whose tokens last an hour; each renewal makes the earlier refresh token useless once the new access token was used. */
export class Network {
  refresh = "r0";
  valid = new Set(["a0"]);
  renewals = 0;
  revoked = false;
  canRenew = true;
  revocations: string[] = [];
  /** Applications whose grants end with one that is given back. */
  revokesToo: readonly string[] = [];
  revokesTokensOf: readonly ChannelType[] = [];
  isAway = false;
  /** Whether it renews nothing for now, though it answers. */
  isBusy = false;
  /** What happens while a renewal is under way. */
  meanwhile: () => Promise<void> = async () => {};
  /** Whether a renewal was interrupted. */
  wasInterrupted = false;

  renew(tokens: Tokens): { tokens: Tokens } | null {
    if (!this.canRenew || tokens.refresh !== this.refresh) return null;
    this.renewals += 1;
    return { tokens: { access: `a${this.renewals}`, refresh: `r${this.renewals}` } };
  }

  accepts({ access, refresh }: Tokens): boolean {
    if (this.revoked) return false;
    if (access !== `a${this.renewals}` && !this.valid.has(access)) return false;
    // Used: its refresh token takes over.
    if (access === `a${this.renewals}`) {
      this.valid.add(access);
      this.refresh = refresh;
    }
    return true;
  }
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

export function tokensOf(credentials: Json): Tokens {
  return credentials as unknown as Tokens;
}

export interface GrantState extends GrantEnds {
  readonly version: number;
  readonly endedReason: string | null;
  readonly warnedAt: Instant | null;
}

export interface GrantedPlace {
  readonly place: Place;
  readonly grantId: number;
  readonly person: string;
}

/** A service whose channels hang on log-ins at a network of the test's. */
export interface Grants extends AsyncDisposable {
  readonly stage: Stage;
  network: Network;
  /** The access tokens with which posts were published. */
  used: string[];
  /** The only access token with which it gives counts; null: any. */
  countedBy: string | null;
  /** What happens while the network has a post. */
  meanwhile: () => Promise<void>;
  /** Another network, and no grants: those of earlier tests belong to the earlier one. */
  restart(): Promise<void>;
  /** A place whose channels hang on one new grant. */
  aGrantedPlace(channels?: number): Promise<GrantedPlace>;
  /** Stores what this person gives in another log-in. */
  logIn(person: string, tokens: Tokens): Promise<number>;
  keep(): Promise<void>;
  grantOf(id: number): Promise<GrantState>;
  /** The access token with which a call would be made. */
  accessOf(id: number): Promise<string>;
}

export async function openGrants(): Promise<Grants> {
  const stage: Stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" }, "2026-11-21T09:00:00Z", {
    Mastodon: {
      ...instantConnector("Mastodon"),
      get logIns() {
        return [logInAt(grants)];
      },
      publish: async (post, { grant }: Account) => {
        const tokens = tokensOf(grant?.credentials ?? {});
        grants.used.push(tokens.access);
        await grants.meanwhile();
        if (!grants.network.accepts(tokens)) return { kind: "unauthorized", reason: "The access was taken back.", scope: "grant" };
        return { kind: "published", remoteId: post.key, url: null };
      },
      comment: async () => ({ kind: "unauthorized", reason: "Comments are not permitted.", scope: "grant", lacksPermission: true }),
      counts: async (_ids, { grant }) => {
        const isKnown = grants.countedBy === null || tokensOf(grant?.credentials ?? {}).access === grants.countedBy;
        return isKnown ? { kind: "counted", counts: {} } : { kind: "unauthorized", reason: "The access was taken back." };
      },
    },
  });
  const never = new AbortController().signal;
  const grants: Grants = {
    stage,
    network: new Network(),
    used: [],
    countedBy: null,
    meanwhile: async () => {},
    async restart() {
      grants.network = new Network();
      grants.used = [];
      grants.countedBy = null;
      grants.meanwhile = async () => {};
      await query(stage.app.db, { text: "delete from grants" });
    },
    aGrantedPlace: (channels = 1) => aGrantedPlace(stage, channels),
    logIn: (person, tokens) => logIn(stage, person, tokens),
    keep: () => keepGrants(stage.app, never),
    grantOf: (id) =>
      one<GrantState>(stage.app.db, {
        text: `select version, access_ends_at "accessEndsAt", renew_at "renewAt", ends_at "endsAt", ended_reason "endedReason",
                 warned_at "warnedAt" from grants where id = $1`,
        values: [id],
      }),
    accessOf: async (id) => tokensOf((await readyGrant(stage.app, id, never)).credentials).access,
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
  return grants;
}

function endsAt(now: Instant): GrantEnds {
  return { accessEndsAt: addSeconds(now, 3600), renewAt: addSeconds(now, 2700), endsAt: null };
}

function logInAt(ground: Pick<Grants, "stage" | "network">): LogIn {
  const renew = async ({ credentials }: OpenGrant, call: LogInCall): Promise<RenewOutcome> => {
    await ground.network.meanwhile();
    ground.network.wasInterrupted = call.signal.aborted;
    if (ground.network.isAway || ground.network.isBusy) return { kind: "busy", reason: "The network is away.", retryAfterSeconds: 60 };
    const renewed = ground.network.renew(tokensOf(credentials));
    if (renewed === null) return { kind: "ended", reason: "The refresh token is unknown." };
    return { kind: "renewed", credentials: { ...renewed.tokens }, ends: endsAt(ground.stage.now()) };
  };
  return {
    application: "mastodon",
    network: "Mastodon",
    scopes: [],
    begin: async () => ({ kind: "refused", reason: "not used" }),
    finish: async () => ({ kind: "declined" }),
    accounts: async () => ({ kind: "listed", accounts: [] }),
    renew,
    probe: async ({ credentials }) => {
      if (ground.network.isAway) return { kind: "unknown", reason: "away" };
      return ground.network.accepts(tokensOf(credentials)) ? { kind: "works" } : { kind: "ended", reason: "The access was taken back." };
    },
    get revokesToo() {
      return ground.network.revokesToo;
    },
    get revokesTokensOf() {
      return ground.network.revokesTokensOf;
    },
    revoke: async ({ credentials }) => {
      ground.network.revocations.push(tokensOf(credentials).access);
      return "revoked";
    },
  };
}

/** Stores what this person gives in a log-in. */
function logIn(stage: Stage, person: string, credentials: Tokens): Promise<number> {
  const remoteId = person;
  const facts = {
    application: "mastodon",
    remoteId,
    name: "Ada",
    scopes: ["write"],
    credentials: { ...credentials },
    ends: endsAt(stage.now()),
  };
  return transaction(stage.app.db, (tx) => storeGrant(stage.app, tx, { sandbox: true, clientId: "", facts }));
}

async function aGrantedPlace(stage: Stage, channels: number): Promise<GrantedPlace> {
  const place = await aPlace(stage);
  await must(stage.admin("PATCH", `/account?owner=${encodeURIComponent(place.person.email)}`, { sensitiveActions: true }));
  const person = `person ${randomUUID()}`;
  const grantId = await logIn(stage, person, { access: "a0", refresh: "r0" });
  for (let more = 1; more < channels; more += 1)
    await must(stage.admin("POST", `/brands/${place.brandId}/channels`, { type: "Mastodon", name: `More ${more}`, sandbox: true }));
  await query(stage.app.db, { text: "update channels set grant_id = $2 where brand_id = $1", values: [place.brandId, grantId] });
  return { place, grantId, person };
}
