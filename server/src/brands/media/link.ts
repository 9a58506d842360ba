import { addSeconds, fromEpochMilliseconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { App } from "../../app.ts";

/**
 * Lifetime of links to a file for networks and receivers that fetch URLs instead of taking bytes. Long enough for a receiver with
 * a queue or a platform that transcodes; each publish attempt makes new links.
 */
export const MEDIA_LINK_SECONDS = 6 * 3600;

const PURPOSE = "media link";
const NAME_LENGTH_MAX = 80;
const Payload = z.tuple([z.int(), z.string(), z.int(), z.string().optional()]);

export interface LinkedMedium {
  readonly brandId: number;
  readonly id: string;
  /** The variant of a derived file; null for the medium itself. */
  readonly variant: string | null;
}

/**
 * `<public url>/media/<token>/<name>`. Only the token identifies the file; the name is for people, and for software that relies
 * on the extension.
 */
export function mediaLink(app: Pick<App, "config" | "clock" | "secrets">, media: Shown): string {
  return `${app.config.publicUrl}${pathOf(app, media, addSeconds(app.clock.now(), MEDIA_LINK_SECONDS))}`;
}

/**
 * The path of a file for our own pages, which shows it for at least six hours. It stays the same for six hours, so that a page that
 * reads a list again does not load its pictures again. Or for another time.
 */
export function lastingMediaPath(app: Pick<App, "clock" | "secrets">, media: Shown, seconds = MEDIA_LINK_SECONDS): string {
  const period = seconds * 1000;
  const begun = Math.floor(toEpochMilliseconds(app.clock.now()) / period);
  return pathOf(app, media, fromEpochMilliseconds((begun + 2) * period));
}

type Shown = Pick<LinkedMedium, "brandId" | "id"> & { readonly name: string; readonly variant?: string | null };

function pathOf(app: Pick<App, "secrets">, media: Shown, endsAt: Instant): string {
  const payload = Buffer.from(
    JSON.stringify([media.brandId, media.id, secondsOf(endsAt), ...(media.variant == null ? [] : [media.variant])]),
  ).toString("base64url");
  const token = `${payload}.${app.secrets.sign(payload, PURPOSE).toString("base64url")}`;
  return `/media/${token}/${plainName(media.name)}`;
}

/** The file a token is for; null if it has expired or is invalid. */
export function readMediaLink(app: Pick<App, "clock" | "secrets">, token: string): LinkedMedium | null {
  const [payload = "", mac = "", ...rest] = token.split(".");
  const given = Buffer.from(mac, "base64url");
  if (rest.length > 0 || !app.secrets.isSignature(given, payload, PURPOSE)) return null;
  const [brandId, id, endsAtSeconds, variant = null] = Payload.parse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  const isOver = app.clock.now() >= fromEpochMilliseconds(endsAtSeconds * 1000);
  return isOver ? null : { brandId, id, variant };
}

function secondsOf(moment: Instant): number {
  return Math.floor(toEpochMilliseconds(moment) / 1000);
}

/** Only characters that clients and proxies leave alone, and short: routes refuse long path segments. */
function plainName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, "_").slice(-NAME_LENGTH_MAX);
  return /[^._-]/.test(plain) ? plain.replace(/^\.+/, "") : "file";
}
