import { type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import type { Finding } from "@rostrum/contract/private/doctor.ts";

/** What `rostrum doctor` says of a fact: one sentence, and what to do about it. */
export function ok(check: string, message: string): Finding {
  return { check, level: "ok", message, advice: null };
}

export function warning(check: string, message: string, advice: string): Finding {
  return { check, level: "warning", message, advice };
}

export function fault(check: string, message: string, advice: string): Finding {
  return { check, level: "fault", message, advice };
}

/** What a collector of traces says: its status, or why there is none. */
export type CollectorReply = { readonly kind: "answered"; readonly status: number } | { readonly kind: "none"; readonly reason: string };

interface Settings {
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  readonly secretKey: string | null;
  readonly trustProxy: readonly string[];
  readonly signUp: boolean;
  readonly mail: object | null;
}

/** Valid settings that do not fit together. */
export function judgeSettings({ publicUrl, databaseUrl, secretKey, trustProxy, signUp, mail }: Settings): Finding[] {
  const found: Finding[] = [];
  if (publicUrl.startsWith("https:") && trustProxy.length === 0)
    found.push(
      warning(
        "settings",
        "The public address is https, so there is a proxy in front, but no proxy is trusted: all visitors count as one.",
        "Set ROSTRUM_TRUST_PROXY to the proxy's address, such as 127.0.0.1/32.",
      ),
    );
  if (databaseUrl !== null && secretKey === null)
    found.push(
      warning(
        "settings",
        "The secret key is only in this machine's data directory.",
        "If other processes use the same database, give all of them the same ROSTRUM_SECRET_KEY.",
      ),
    );
  if (signUp && mail === null)
    found.push(
      warning(
        "settings",
        "People can create accounts, but the service sends no mail: nobody can confirm an address.",
        "Set ROSTRUM_SMTP_URL and ROSTRUM_MAIL_FROM, or ROSTRUM_SIGN_UP=0.",
      ),
    );
  return found.length > 0 ? found : [ok("settings", "The settings are valid and consistent.")];
}

/** What answers at the public address when the service asks there itself. */
export type AddressReply =
  | { readonly kind: "itself" }
  | { readonly kind: "other"; readonly status: number }
  | { readonly kind: "none"; readonly reason: string };

interface Address {
  readonly publicUrl: string;
  /** Whether only this machine or its own network can reach it. */
  readonly isPrivate: boolean;
  readonly reply: AddressReply;
}

export function judgeAddress({ publicUrl, isPrivate, reply }: Address): Finding {
  if (reply.kind === "other")
    return fault(
      "address",
      `Something else answers at ${publicUrl}, with status ${reply.status}.`,
      "Have the proxy pass requests on to HOST and PORT, or correct ROSTRUM_PUBLIC_URL.",
    );
  if (!isPrivate && publicUrl.startsWith("http:"))
    return fault(
      "address",
      `At ${publicUrl} passwords and keys cross the network unencrypted.`,
      "Put a proxy with a certificate in front and set ROSTRUM_PUBLIC_URL to its https address.",
    );
  if (reply.kind === "none")
    return warning(
      "address",
      `The service cannot reach itself at ${publicUrl}: ${reply.reason}.`,
      "Open the address from another network: if that fails too, check DNS, the proxy and its certificate.",
    );
  return ok("address", isPrivate ? `${publicUrl} answers; it is not on the Internet.` : `${publicUrl} answers.`);
}

interface TraceState {
  readonly endpoint: string;
  /** What the collector says to an empty delivery. */
  readonly reply: CollectorReply;
  readonly lost: number;
}

/** `traces`: null where none are kept. */
export function judgeTraces(traces: TraceState | null): Finding {
  if (traces === null) return ok("traces", "No traces are kept.");
  const { endpoint, reply, lost } = traces;
  if (reply.kind === "none")
    return warning(
      "traces",
      `The collector at ${endpoint} does not answer: ${reply.reason}.`,
      "Start it, or correct OTEL_EXPORTER_OTLP_ENDPOINT. Publishing does not wait for it.",
    );
  if (reply.status === 401 || reply.status === 403)
    return warning(
      "traces",
      `The collector at ${endpoint} refuses the service, with status ${reply.status}.`,
      "Correct OTEL_EXPORTER_OTLP_HEADERS.",
    );
  if (reply.status >= 300)
    return warning(
      "traces",
      `The collector at ${endpoint} does not accept traces there: it answers with status ${reply.status}.`,
      "Correct OTEL_EXPORTER_OTLP_ENDPOINT, which must speak OTLP over HTTP, or OTEL_EXPORTER_OTLP_PROTOCOL.",
    );
  const missing = lost === 0 ? "" : ` ${count(lost, "span has", "spans have")} been lost since the service started.`;
  return ok("traces", `The collector at ${endpoint} answers.${missing}`);
}

const CLOCK_SECONDS_MAX = 2;
const CLOCK_SECONDS_WRONG = 30;

/** `seconds`: how far the database's clock is ahead of the service's. */
export function judgeClock(seconds: number): Finding {
  return judgeApart(seconds, {
    agreed: "The clocks of service and database agree.",
    apart: (by) => `The database's clock is ${by} the service's.`,
    advice: "Run NTP on both machines: posts go out by the service's clock.",
  });
}

/** `seconds`: how far the service's clock is ahead of those of the servers that it calls; null if nothing is known. */
export function judgeHeardClock(seconds: number | null): Finding[] {
  if (seconds === null) return [];
  const finding = judgeApart(seconds, {
    agreed: "The service's clock agrees with those of the networks.",
    apart: (by) => `The service's clock is ${by} those of the networks that answer it.`,
    advice: "Run NTP on this machine: posts go out by its clock.",
  });
  return [finding];
}

/** `apart` is given such words as `3 minutes behind`. */
function judgeApart(
  seconds: number,
  { agreed, apart, advice }: { readonly agreed: string; readonly apart: (by: string) => string; readonly advice: string },
): Finding {
  const distance = Math.abs(seconds);
  if (distance <= CLOCK_SECONDS_MAX) return ok("clock", agreed);
  const judge = distance <= CLOCK_SECONDS_WRONG ? warning : fault;
  return judge("clock", apart(`${inWords(distance)} ${seconds > 0 ? "ahead of" : "behind"}`), advice);
}

const GIBIBYTE = 2 ** 30;

/** `space`: null if the folder cannot be read. */
export function judgeSpace(space: { readonly freeBytes: number; readonly sizeBytes: number } | null, folder: string): Finding {
  if (space === null) return fault("disk", `${folder} cannot be read.`, "Check ROSTRUM_DATA_DIR, and that the disk is mounted.");
  const { freeBytes, sizeBytes } = space;
  const share = sizeBytes === 0 ? 0 : freeBytes / sizeBytes;
  const message = `${(freeBytes / GIBIBYTE).toFixed(1)} GiB are free where the data directory is, ${Math.floor(share * 100)} %.`;
  const advice = "Delete old backups and media that nothing uses, or enlarge the disk.";
  if (freeBytes < GIBIBYTE) return fault("disk", message, advice);
  return freeBytes < 5 * GIBIBYTE && share < 0.15 ? warning("disk", message, advice) : ok("disk", message);
}

const MEDIA_MILLISECONDS_MAX = 2000;

interface MediaState {
  /** The bucket; null for the data directory. */
  readonly place: { readonly bucket: string; readonly url: string } | null;
  /** What went wrong with a file that was stored, read and deleted; null if nothing did. */
  readonly trouble: string | null;
  /** For all of it. */
  readonly milliseconds: number;
}

export function judgeMedia({ place, trouble, milliseconds }: MediaState): Finding {
  const where = place === null ? "the data directory" : `the bucket ${place.bucket} at ${place.url}`;
  if (trouble !== null)
    return fault(
      "media",
      `Media cannot be kept in ${where}: ${trouble.replace(/\.$/, "")}.`,
      place === null
        ? "Check that the disk has room and that the folder media belongs to the service's user."
        : "Check the store, what its key may do, its quota, and the network in between. Uploads and posts with files fail meanwhile.",
    );
  const message = `A file was stored in ${where}, read and deleted within ${Math.max(1, Math.ceil(milliseconds))} ms.`;
  if (milliseconds <= MEDIA_MILLISECONDS_MAX) return ok("media", message);
  return warning("media", message, "Check the load on the store and the network in between.");
}

/** The data directory, or a secret in it. */
export interface Place {
  readonly path: string;
  readonly isFolder: boolean;
  /** Permission bits. */
  readonly mode: number;
  /** The number of the user whose it is. */
  readonly owner: number;
  readonly isWritable: boolean;
}

const OTHERS_WRITE = 0o022;
const OTHERS_AT_ALL = 0o077;

export function judgePlaces(places: readonly Place[]): Finding[] {
  const found = places.flatMap(({ path, isFolder, mode, isWritable }) => {
    if (isFolder && !isWritable)
      return [fault("data", `The service may not write to ${path}.`, "Give the folder to the user that runs the service.")];
    if (isFolder && (mode & OTHERS_WRITE) !== 0)
      return [fault("data", `Other users of this machine may write to ${path}.`, `Run chmod 700 ${path}`)];
    if (!isFolder && (mode & OTHERS_AT_ALL) !== 0)
      return [fault("data", `Other users of this machine may read ${path}.`, `Run chmod 600 ${path}, and replace what was in it.`)];
    return [];
  });
  return found.length > 0 ? found : [ok("data", "The data directory is the service's own.")];
}

/** Of the data directory, when somebody else than the service looks. */
export function judgeStranger({ path, owner }: Pick<Place, "path" | "owner">): Finding {
  return warning(
    "data",
    `${path} belongs to another user (${owner}), so that little can be said of it.`,
    "Run this as the user that runs the service, such as with sudo -u.",
  );
}

const BACKUP_DAYS_MAX = 7;
const DAY_SECONDS = 86_400;

/** `keptAt`: the newest in the data directory; `recordedAt`: the last in the history, wherever it was put. */
export function judgeBackups(
  { keptAt, recordedAt }: { readonly keptAt: Instant | null; readonly recordedAt: Instant | null },
  now: Instant,
): Finding {
  const advice = "Make one with rostrum admin backup, and copy it to another machine; ignore this if you back up by other means.";
  const newestAt = [keptAt, recordedAt].reduce((one, other) => (one === null || (other !== null && other > one) ? other : one));
  if (newestAt === null) return warning("backups", "There is no backup in the data directory.", advice);
  const age = secondsBetween(newestAt, now);
  const place = newestAt === keptAt ? " in the data directory" : "";
  const message = `The last backup${place} is ${inWords(age)} old.`;
  return age > BACKUP_DAYS_MAX * DAY_SECONDS ? warning("backups", message, advice) : ok("backups", message);
}

/** `program`: null if it was not found. */
export function judgeFfmpeg(program: string | null): Finding {
  if (program !== null) return ok("ffmpeg", `Videos are converted with ${program}.`);
  return warning("ffmpeg", "ffmpeg is not installed: videos go out only as they are.", "Install it and put it on the service's PATH.");
}

/** `3 posts`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

const UNITS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
] as const;

/** `3 hours`. */
export function inWords(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= size) ?? UNITS[UNITS.length - 1] ?? [1, "second"];
  return count(Math.round(seconds / size), unit);
}
