import { timingSafeEqual } from "node:crypto";
import { addSeconds, fromEpochMilliseconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { App } from "../app.ts";

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
export function mediaLink(
  app: Pick<App, "config" | "clock" | "secrets">,
  media: Pick<LinkedMedium, "brandId" | "id"> & { readonly name: string; readonly variant?: string | null },
): string {
  const endsAt = addSeconds(app.clock.now(), MEDIA_LINK_SECONDS);
  const payload = Buffer.from(
    JSON.stringify([media.brandId, media.id, secondsOf(endsAt), ...(media.variant == null ? [] : [media.variant])]),
  ).toString("base64url");
  const token = `${payload}.${app.secrets.sign(payload, PURPOSE).toString("base64url")}`;
  return `${app.config.publicUrl}/media/${token}/${plainName(media.name)}`;
}

/** The file a token is for; null if it has expired or is invalid. */
export function readMediaLink(app: Pick<App, "clock" | "secrets">, token: string): LinkedMedium | null {
  const [payload = "", mac = "", ...rest] = token.split(".");
  const given = Buffer.from(mac, "base64url");
  const expected = app.secrets.sign(payload, PURPOSE);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
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
