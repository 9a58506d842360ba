import { NOTIFICATION_WAYS } from "@rostrum/contract/private/notifications.ts";
import type { App } from "../../app.ts";
import type { Line } from "./sends-store.ts";

export const STOP_PATH = "/stop-notifications";
const PURPOSE = "stop notifications";

/** A link that ends one way of being told of one brand, for one person, without signing in. It works as long as the secret key is known. */
export function stopUrl(app: Pick<App, "config" | "secrets">, line: Line): string {
  const text = textOf(line);
  return `${app.config.publicUrl}${STOP_PATH}?token=${text}.${app.secrets.sign(text, PURPOSE).toString("base64url")}`;
}

/** What a link's token is for; null if the service has not made it. */
export function lineOfToken({ secrets }: Pick<App, "secrets">, token: string): Line | null {
  const [, user, brand, word, signature] = /^(\d{1,15})\.(\d{1,15})\.(\w+)\.([\w-]{43})$/.exec(token) ?? [];
  const way = NOTIFICATION_WAYS.find((each) => each === word);
  if (way === undefined || signature === undefined) return null;
  const line: Line = { userId: Number(user), brandId: Number(brand), way };
  return secrets.isSignature(Buffer.from(signature, "base64url"), textOf(line), PURPOSE) ? line : null;
}

function textOf({ userId, brandId, way }: Line): string {
  return `${userId}.${brandId}.${way}`;
}
