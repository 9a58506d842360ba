import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { AccountPreferences } from "@rostrum/contract/preferences.ts";
import type { Net } from "../../ground/net/net.ts";
import type { Json } from "./json.ts";

/**
 * One way to log in at a network: the person is sent there, comes back with an answer, and what they gave becomes a grant from
 * which channels are made. Nothing here is stored by the connector; every function may be called again after a crash, except
 * `finish`, since networks accept a code once.
 */
export interface LogIn {
  /**
   * The name of the application: the slug of the platform at which it is registered, or one of its `otherApplications`. Its ids, its
   * redirect address and its grants are shared by all log-ins that name it, whatever type of channel they make.
   */
  readonly application: string;
  /** The network that the person sees, for the button: `Facebook`. */
  readonly network: string;
  /** What the application asks for, in the order of the consent page. */
  readonly scopes: readonly LogInScope[];
  /** What has to be known before the person is sent there, such as the host of their server. */
  readonly asks?: LogInQuestion;
  /** Whether the application is registered by `begin` itself, so that the operator sets nothing. */
  readonly registersItself?: true;
  /** For networks that read about the application at `<public URL>/connect/<application>/client.json`: what they find there. */
  document?(place: Pick<LogInRequest, "publicUrl" | "redirectUri">, application: Application | null): Json;
  /** Where the person is sent. */
  begin(request: LogInRequest, call: LogInCall): Promise<BeginOutcome>;
  /** Exchanges what the person came back with. Call it once per answer. */
  finish(answer: LogInAnswer, call: LogInCall): Promise<FinishOutcome>;
  /** The accounts that can become channels with this grant. */
  accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome>;
  /** What changes of the accounts in time, where the network can be asked that for less than all that `accounts` asks. */
  glance?(grant: OpenGrant, call: LogInCall): Promise<readonly KnownAccount[]>;
  /** Makes another account for the person, such as a board; absent where an application cannot. */
  readonly create?: AccountCreation;
  /** New tokens for a grant that is about to end. Without it, a grant lasts until it ends. Runs under the grant's lock. */
  renew?(grant: OpenGrant, call: LogInCall): Promise<RenewOutcome>;
  /** Whether the network still accepts the grant's tokens. */
  probe(grant: OpenGrant, call: LogInCall): Promise<ProbeOutcome>;
  /** Gives the grant back at the network; absent where that does not exist. */
  revoke?(grant: OpenGrant, call: LogInCall): Promise<"revoked" | "unreachable">;
  /**
   * Applications whose grants may end together with one that is given back, without a way to tell which of them belong to the same
   * person: a grant is only given back once there is no other of these.
   */
  readonly revokesToo?: readonly string[];
  /**
   * Types whose channels may end together with a grant that is given back although they were connected by a token alone, without a way to
   * tell which of them do: as long as there are any of these, no grant is given back.
   */
  readonly revokesTokensOf?: readonly ChannelType[];
}

export interface LogInScope {
  readonly name: string;
  /** Whether nothing can be published without it. */
  readonly needed: boolean;
  /** What does not work without it, as a sentence for the person. */
  readonly without: string;
}

export interface LogInQuestion {
  readonly label: string;
  readonly example: string;
}

/** Registered application: environment or the operator's setting. The secret is null for applications without one. */
export interface Application {
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** What the operator lets it ask people for; absent: all of the log-in's `scopes`. */
  readonly scopes?: readonly string[];
  /** What stands for them at a network where they are chosen in the application's own settings; absent: nothing does. */
  readonly configId?: string;
}

/** What people are asked for: all that the log-in can use, or as much of it as the operator lets the application ask for. */
export function scopesAsked(scopes: readonly LogInScope[], { application }: Pick<LogInCall, "application">): readonly string[] {
  return application?.scopes ?? scopes.map(({ name }) => name);
}

export interface LogInCall {
  readonly net: Net;
  readonly signal: AbortSignal;
  now(): Instant;
  /** As in `Call`. */
  readonly baseUrl: string | null;
  host(name: string): string;
  readonly apiVersion: string | null;
  readonly isAudited: boolean;
  /** Null only for log-ins that register themselves. */
  readonly application: Application | null;
}

export interface LogInRequest {
  readonly state: string;
  readonly redirectUri: string;
  /** PKCE with S256, for networks that take it: the verifier is given to `finish`. */
  readonly challenge: string;
  /** The answer to `asks`; empty without a question. */
  readonly asked: string;
  /** The service's own public address, for applications that are identified by one. */
  readonly publicUrl: string;
}

/** Nothing was done, because the network refused or did not answer. `reason` says what to do next, such as adding a product to the application. */
export type NotDone = { readonly kind: "refused"; readonly reason: string } | { readonly kind: "unreachable"; readonly reason: string };

export type BeginOutcome =
  /** `memory` is given to `finish`; stored encrypted. */
  { readonly kind: "open"; readonly url: string; readonly memory: Json } | NotDone;

export interface LogInAnswer {
  /** The parameters of the redirect; each name once. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly memory: Json;
}

export type FinishOutcome =
  | { readonly kind: "granted"; readonly grant: GrantFacts }
  /** The person declined. */
  | { readonly kind: "declined" }
  | NotDone;

/** What a person gave. */
export interface GrantFacts {
  /** The slug of the platform whose application it was given to. */
  readonly application: string;
  /** The person's identity at the network, the same on every log-in. */
  readonly remoteId: string;
  /** The person's name, for people. */
  readonly name: string;
  /** The scopes actually given. */
  readonly scopes: readonly string[];
  /** Everything that `accounts`, `renew` and the connector need; stored encrypted. */
  readonly credentials: Json;
  readonly ends: GrantEnds;
}

export interface GrantEnds {
  /** When the token that the channels use ends, and nothing is sent any more unless it is renewed; null if it does not. */
  readonly accessEndsAt: Instant | null;
  /** From when on it can and should be renewed; null if there is no renewal. The service spreads renewals over some time. */
  readonly renewAt: Instant | null;
  /** When the person has to log in again unless it is renewed before; null if never, as far as is known. */
  readonly endsAt: Instant | null;
}

/** A stored grant, opened. */
export type OpenGrant = Pick<GrantFacts, "remoteId" | "scopes" | "credentials">;

export type RenewOutcome =
  | { readonly kind: "renewed"; readonly credentials: Json; readonly ends: GrantEnds }
  /** The network took the grant back, or it has ended. */
  | { readonly kind: "ended"; readonly reason: string }
  | { readonly kind: "busy"; readonly reason: string; readonly retryAfterSeconds: number };

export type ProbeOutcome =
  | { readonly kind: "works"; readonly scopes?: readonly string[] }
  | { readonly kind: "ended"; readonly reason: string }
  | { readonly kind: "unknown"; readonly reason: string };

export type AccountsOutcome =
  | {
      readonly kind: "listed";
      readonly accounts: readonly LogInAccount[];
      /** False if some could not be asked for: then an account that is missing may still have been let in. */
      readonly isWhole?: boolean;
    }
  | NotDone;

export interface AccountCreation {
  /** For the field that asks for its name: `New board`. */
  readonly label: string;
  make(grant: OpenGrant, name: string, call: LogInCall): Promise<MakeOutcome>;
}

export type MakeOutcome = { readonly kind: "made"; readonly account: LogInAccount } | NotDone;

/** What is read again of a connected account every day. Its settings are added to those that are stored. */
export type KnownAccount = Pick<LogInAccount, "remoteId" | "pictureUrl" | "settings">;

/** An account that the person may connect. */
export interface LogInAccount {
  readonly type: ChannelType;
  /** Identity, name and stored facts, as when an account is connected by credentials. */
  readonly remoteId: string;
  readonly handle: string;
  readonly credentials: Json;
  readonly settings: Json;
  readonly name: string;
  readonly pictureUrl: string | null;
  /** Why it cannot be published to, as a sentence; null if it can. */
  readonly problem: string | null;
  /** What will not work, as sentences, such as for scopes that were not given. */
  readonly limits: readonly string[];
  /** How this account differs from the connector's `preferences`, by name, such as options that it does not have. */
  readonly accountPreferences?: AccountPreferences;
}
