import { addSeconds, fromEpochMilliseconds, type Instant, secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Json } from "../json.ts";
import type { GrantEnds } from "../log-in.ts";

const moment = z.string().transform((text) => toInstant(text));
const Stored = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1).nullable().default(null),
  refreshEndsAt: moment.nullable().default(null),
  obtainedAt: moment.exactOptional(),
});

/** A person's tokens, as the grant keeps them. */
export interface Tokens {
  readonly accessToken: string;
  /** Null for a token that cannot be renewed, or only by itself. */
  readonly refreshToken: string | null;
  /** Null if the network has not said. */
  readonly refreshEndsAt: Instant | null;
  /** When the access token was made: it is at least this old. Absent where nothing depends on it. */
  readonly obtainedAt?: Instant;
}

/** Tokens of which nothing more is known. */
export function bareTokens(accessToken: string, refreshToken: string | null = null): Tokens {
  return { accessToken, refreshToken, refreshEndsAt: null };
}

/** Reads what a grant stores; throws on anything else, which only a bug can have stored. */
export function storedTokens(stored: Json): Tokens {
  return Stored.parse(stored);
}

const Access = z.object({ accessToken: z.string().min(1) });

/** The token with which a grant's calls are made. */
export function tokenIn(stored: Json): string {
  return Access.parse(stored).accessToken;
}

const INVALID_CHARACTERS = "The access token contains invalid characters.";

/** A token as people paste it. It becomes part of a header. */
export const PastedToken = z
  .string()
  .trim()
  .min(1)
  .regex(/^[\x21-\x7e]*$/, INVALID_CHARACTERS);

/** A moment as people paste it; null without one. */
export const PastedMoment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .nullish()
  .transform((text) => (text == null ? null : fromEpochMilliseconds(Date.parse(text))));

/** Reads a credentials file by its form; `needed` says what it has to have. */
export function readPasted<T>(form: z.ZodType<T>, given: unknown, needed: string): T | { readonly problem: string } {
  const read = form.safeParse(given);
  if (read.success) return read.data;
  const misspelled = read.error.issues.find(({ message }) => message === INVALID_CHARACTERS);
  if (misspelled === undefined) return { problem: needed };
  return { problem: misspelled.path.at(-1) === "refreshToken" ? "The tokens contain invalid characters." : INVALID_CHARACTERS };
}

const Pasted = z.object({ accessToken: PastedToken, refreshToken: PastedToken.nullish() });

/** Reads a credentials file with tokens that last for two hours unless they are renewed. */
export function pastedTokens(given: unknown): Tokens | { readonly problem: string } {
  const read = readPasted(Pasted, given, 'The credentials need "accessToken", and "refreshToken" to last longer than two hours.');
  return "problem" in read ? read : bareTokens(read.accessToken, read.refreshToken ?? null);
}

/** How long a network's tokens last, and when they are renewed. */
export interface Lives {
  /** Of an access token where the answer does not say; null for unknown. */
  readonly accessSeconds: number | null;
  /** Renewed so long before its end, or when half its life is over if that is later. */
  readonly marginSeconds: number;
  /** Renewed this often even though it lasts longer. */
  readonly everySeconds?: number;
  /** Of a new refresh token where the answer does not say; null for unknown, absent if renewing does not move its end. */
  readonly refreshSeconds?: number | null;
  /** There is no refresh token: the access token renews itself, once it is so old. */
  readonly renewsItselfAfterSeconds?: number;
  /** The last access tokens end with the refresh token: then a renewal gives nothing that lasts longer. */
  readonly endsTogether?: true;
  /** Nothing that is published needs the token: its end is not one of the grant. */
  readonly isEndless?: true;
}

/** What a token endpoint gave. */
export interface Given {
  readonly tokens: Tokens;
  readonly ends: GrantEnds;
  /** Null if the answer does not say. */
  readonly scopes: readonly string[] | null;
}

const lifetime = z.coerce.number().positive().nullish().catch(null);
const Answer = z.object({
  access_token: z.string().min(1),
  expires_in: lifetime,
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: lifetime,
  refresh_expires_in: lifetime,
  scope: z.string().nullish(),
});

/** Reads the answer of a token endpoint; null if it holds no token. An answer without a refresh token leaves the old one. */
export function givenBy(answer: unknown, lives: Lives, { now, old }: { readonly now: Instant; readonly old: Tokens | null }): Given | null {
  const read = Answer.safeParse(answer).data;
  if (read === undefined) return null;
  const said = read.refresh_token_expires_in ?? read.refresh_expires_in ?? null;
  const usual = lives.refreshSeconds == null || (read.refresh_token ?? old?.refreshToken) == null ? null : lives.refreshSeconds;
  const newEnd = usual === null ? null : addSeconds(now, usual);
  const isMoved = read.refresh_token != null && lives.refreshSeconds !== undefined;
  const tokens: Tokens = {
    accessToken: read.access_token,
    refreshToken: read.refresh_token ?? old?.refreshToken ?? null,
    refreshEndsAt: said !== null ? addSeconds(now, said) : isMoved ? newEnd : (old?.refreshEndsAt ?? newEnd),
    ...(lives.renewsItselfAfterSeconds === undefined ? {} : { obtainedAt: now }),
  };
  return {
    tokens,
    ends: endsOf(tokens, lives, { now, accessSeconds: lives.isEndless ? null : (read.expires_in ?? lives.accessSeconds) }),
    // OAuth separates them by spaces, some networks by commas.
    scopes: read.scope?.split(/[\s,]+/).filter((name) => name !== "") ?? null,
  };
}

/** Nobody knows how old tokens are that a person has pasted, so they are renewed at once. */
export function endsOfPasted(tokens: Tokens, lives: Lives, now: Instant): GrantEnds {
  const refreshEndsAt = lives.refreshSeconds == null ? null : addSeconds(now, lives.refreshSeconds);
  const ends = endsOf({ ...tokens, refreshEndsAt }, lives, { now, accessSeconds: lives.accessSeconds });
  return tokens.refreshToken === null ? ends : { ...ends, renewAt: now };
}

/** When tokens end that still last so long. */
export function endsOf(
  { refreshToken, refreshEndsAt, obtainedAt }: Tokens,
  lives: Lives,
  { now, accessSeconds }: { readonly now: Instant; readonly accessSeconds: number | null },
): GrantEnds {
  const { marginSeconds, everySeconds = Number.POSITIVE_INFINITY, renewsItselfAfterSeconds, endsTogether } = lives;
  const accessEndsAt = accessSeconds === null ? null : addSeconds(now, accessSeconds);
  const unrenewed = { accessEndsAt, renewAt: null, endsAt: accessEndsAt };
  const latest = accessSeconds === null ? Number.POSITIVE_INFINITY : Math.max(accessSeconds / 2, accessSeconds - marginSeconds);
  const renewAfter = Math.min(everySeconds, latest);
  if (renewAfter === Number.POSITIVE_INFINITY) return unrenewed;
  if (renewsItselfAfterSeconds !== undefined) {
    const age = obtainedAt === undefined ? 0 : secondsBetween(obtainedAt, now);
    const wanted = Math.max(0, renewsItselfAfterSeconds - age, Math.min(everySeconds - age, latest));
    return { accessEndsAt, renewAt: addSeconds(now, wanted), endsAt: accessEndsAt };
  }
  const isLast = endsTogether === true && refreshEndsAt !== null && accessEndsAt !== null && refreshEndsAt <= addSeconds(accessEndsAt, DAY);
  return refreshToken === null || isLast ? unrenewed : { accessEndsAt, renewAt: addSeconds(now, renewAfter), endsAt: refreshEndsAt };
}

const DAY = 86_400;
