import { readFileSync } from "node:fs";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { applicationsAt, platforms } from "@rostrum/contract/platforms.ts";
import { messageOf } from "./database/failures.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that hold a secret: each can name a file that has it, as containers are given theirs. */
const SECRETS =
  /^(DATABASE_(DIRECT_)?URL|ROSTRUM_((NEXT_)?SECRET_KEY|OLD_SECRET_KEYS|ADMIN_TOKEN|SETUP_CODE|SMTP_URL|S3_(ACCESS_KEY_ID|SECRET_ACCESS_KEY)|[A-Z0-9_]+_CLIENT_SECRET)|OTEL_EXPORTER_OTLP_(TRACES_)?HEADERS)$/;
const FILE = "_FILE";

/** The settings with what the files of secrets hold, in place of their names. What is wrong with one is added to `mistakes`. */
export function withSecretFiles(environment: Environment, mistakes: string[]): Environment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""));
  for (const [name, path] of Object.entries(given)) {
    const setting = secretOf(name);
    if (setting === null || path === undefined) continue;
    if (given[setting] !== undefined) {
      mistakes.push(`${name}: must not be set together with ${setting}`);
      continue;
    }
    try {
      given[setting] = readFileSync(path, "utf8").trim();
    } catch (error) {
      mistakes.push(`${name}: the file cannot be read: ${messageOf(error)}`);
    }
  }
  return given;
}

/** The setting whose file this one names; null if it is another one. */
function secretOf(name: string): string | null {
  const setting = name.endsWith(FILE) ? name.slice(0, -FILE.length) : "";
  return SECRETS.test(setting) ? setting : null;
}

/** What the command line and the tests of the project read. */
const OF_OTHERS = /^ROSTRUM_(URL|API_KEY|CONTRACTS|CONFORMANCE_PAGE|GRANT_RENEWALS|SCREENSHOTS|(TEST|BENCH|CRASH|FUZZ|HOSTILE)_\w+)$/;

/** Settings that look like the service's and are none, each with the name that was probably meant, if one is near. */
export function unknownSettings(environment: Environment, known: readonly string[]): { name: string; nearest: string | null }[] {
  const platform = [...Object.values(platforms).map(({ slug }) => slug), ...CHANNEL_TYPES.flatMap(applicationsAt)].map(
    (slug) => `ROSTRUM_${slug.toUpperCase().replaceAll("-", "_")}_`,
  );
  const own = platform.flatMap((prefix) =>
    ["CLIENT_ID", "CLIENT_SECRET", "SCOPES", "AUDITED", "API_URL", "API_VERSION"].map((end) => prefix + end),
  );
  const all = [...known, ...own];
  const isKnown = (name: string) =>
    all.includes(name) ||
    OF_OTHERS.test(name) ||
    secretOf(name) !== null ||
    (name.endsWith("_URL") && platform.some((prefix) => name.startsWith(prefix)));
  const names = Object.entries(environment).flatMap(([name, value]) => (name.startsWith("ROSTRUM_") && value ? [name] : []));
  return names.filter((name) => !isKnown(name)).map((name) => ({ name, nearest: nearestOf(name, all) }));
}

function nearestOf(name: string, all: readonly string[]): string | null {
  const far = all.map((other) => ({ other, steps: stepsBetween(name, other) })).sort((one, other) => one.steps - other.steps);
  const [best] = far;
  return best !== undefined && best.steps <= 5 ? best.other : null;
}

/** How many letters have to be added, left out or replaced (Levenshtein): a few lines at start are not worth a package. */
function stepsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const replaced = (row[to] ?? 0) + (letter === other[to] ? 0 : 1);
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
