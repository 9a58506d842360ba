import type { GraphFailure } from "./graph.ts";

/**
 * What refusals of Facebook's API say about the access that a person gave, alike for Pages and for the Instagram accounts
 * reached through them: https://developers.facebook.com/docs/graph-api/guides/error-handling (2026-10).
 */
export interface AccessTrouble {
  /** `grant`: nothing that the person gave works any more. `account`: this Page does not. */
  readonly scope: "grant" | "account";
  /** What to do, as a sentence. */
  readonly advice: string;
  /** Whether the same token works again once the person has done something at Facebook. */
  readonly mayComeBack: boolean;
  /** The access works, but does not include what was asked for. */
  readonly lacksPermission?: true;
}

const SESSION_ENDED = 102;
const TOKEN_REFUSED = 190;
const NO_PERMISSION = [3, 10];

/** Application removed, password changed, token ended, token invalid. */
const ENDS_GRANT = [458, 460, 463, 467];
const SECURITY_CHECK = 459;
const UNCONFIRMED = 464;
/** Numbers of the refusals of posting itself, in `code` or `error_subcode` (unverified: seen in other products alone). */
const NEEDS_AUTHORIZATION = 1404078;

const RECONNECT = "Reconnect the channel.";
/** Facebook does not tell which of the two it is. */
const NO_PERMISSION_ADVICE =
  'Either your role on the Page has changed: ask whoever manages it for full control, or for the task "Content". Or a permission was not given: reconnect the channel and allow everything that is asked for.';

/** What a refused request says about access; null if it is refused for another reason. */
export function accessTrouble(failure: GraphFailure): AccessTrouble | null {
  if (failure.kind !== "refused" || failure.error === null) return null;
  const { code, subcode } = failure.error;
  const here = (advice: string): AccessTrouble => ({ scope: "account", advice, mayComeBack: false });
  if (subcode === SECURITY_CHECK && code === TOKEN_REFUSED)
    return { ...here("Log in at facebook.com and pass the security check, then reconnect the channel."), mayComeBack: true };
  if (subcode === UNCONFIRMED && code === TOKEN_REFUSED) {
    return { ...here("Log in at facebook.com and confirm the Facebook account, then reconnect the channel."), mayComeBack: true };
  }
  if (code === NEEDS_AUTHORIZATION || subcode === NEEDS_AUTHORIZATION)
    return here("Complete the Page Publishing Authorization at facebook.com, then reconnect the channel.");
  if (code === SESSION_ENDED || code === TOKEN_REFUSED) {
    const isGrant = code === TOKEN_REFUSED && ENDS_GRANT.includes(subcode ?? 0);
    return isGrant ? { scope: "grant", advice: RECONNECT, mayComeBack: false } : here(RECONNECT);
  }
  if (NO_PERMISSION.includes(code) || (code >= 200 && code <= 299)) return { ...here(NO_PERMISSION_ADVICE), lacksPermission: true };
  return null;
}

/** Whether the token's time is over, as opposed to its having been taken back. */
export function hasExpired(failure: GraphFailure): boolean {
  return failure.kind === "refused" && failure.error?.code === TOKEN_REFUSED && failure.error.subcode === 463;
}
