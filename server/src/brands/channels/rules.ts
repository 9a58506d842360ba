import { channelLimits } from "@rostrum/contract/channel-limits.ts";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { MEDIA_PER_POST_MAX } from "@rostrum/contract/limits.ts";
import type { Role } from "@rostrum/contract/operation.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import type { Abilities } from "@rostrum/contract/private/channel-kinds.ts";
import type { LogIn } from "../../networks/connectors/log-in.ts";

/** What a network can do, in short. `settings` are a channel's, whose server may report limits of its own. */
export function abilitiesOf(type: ChannelType, settings: unknown = {}): Abilities {
  const { text, media, textAlone, threads, polls, stories, comments } = platforms[type];
  return {
    textMax: channelLimits(settings).maxCharacters ?? text.max,
    textAlone,
    images: countOf(media.images),
    videos: countOf(media.videos),
    documents: countOf(media.documents),
    threads,
    polls,
    stories,
    comments,
  };
}

function countOf({ max }: { readonly max: number }): number | null {
  return max > MEDIA_PER_POST_MAX ? null : max;
}

/** Of access and its troubles, viewers read nothing: they are often guests. */
export function seesAccess(viewer: { readonly brand: { readonly role: Role } } | null): boolean {
  return viewer?.brand.role !== "viewer";
}

/** A channel's condition without its access and its troubles. */
export const NO_ACCESS_SHOWN = { inactiveReason: null, heldUntil: null, heldReason: null, lacks: null, logInEndsAt: null } as const;

/** What is to be renewed by itself and has not been until then asks for somebody. */
const RENEWAL_DAYS = 7;

/** When somebody has to log in again; null if nobody has to, as far as is known: the log-in does not end, or is renewed before by itself. */
export function endThatAsks(
  { endsAt, renewsAt }: { readonly endsAt: Instant | null; readonly renewsAt: Instant | null },
  now: Instant,
): Instant | null {
  if (endsAt === null || renewsAt === null || renewsAt >= endsAt) return endsAt;
  return addSeconds(now, RENEWAL_DAYS * 86_400) < endsAt ? null : endsAt;
}

/**
 * What does not work because it was not granted. A token that somebody brought may come without its scopes: nothing is known then.
 * A scope such as `write` covers `write:media`.
 */
export function limitsOf(logIn: Pick<LogIn, "scopes"> | null, granted: readonly string[]): string[] {
  if (logIn === null || granted.length === 0) return [];
  const isGranted = (name: string) => granted.some((scope) => scope === name || name.startsWith(`${scope}:`));
  return logIn.scopes.filter(({ name, needed }) => !needed && !isGranted(name)).map(({ without }) => without);
}
