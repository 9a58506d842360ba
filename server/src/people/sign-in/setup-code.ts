import { createHash, timingSafeEqual } from "node:crypto";
import type { App } from "../../app.ts";
import { hasUsers } from "../users/store.ts";

/** Without characters that look alike. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 12;

/**
 * What the maker of the first account has to type. It follows from the secret key, so that all processes and every start know the same, and
 * is worth nothing once there is a person.
 */
export function setupCode({ config, secrets }: Pick<App, "config" | "secrets">): string {
  const bytes = secrets.sign("code", "first account").subarray(0, LENGTH);
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return config.setupCode ?? letters.replace(/(.{4})(?!$)/g, "$1-");
}

/** The code, while there is no person; else null. */
export async function openSetupCode(app: Pick<App, "config" | "secrets" | "db">): Promise<string | null> {
  return (await hasUsers(app.db)) ? null : setupCode(app);
}

/** However people write it. */
export function isSetupCode(app: Pick<App, "config" | "secrets">, given: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text.replace(/[\s-]/g, "").toUpperCase()).digest();
  return timingSafeEqual(digest(given), digest(setupCode(app)));
}
