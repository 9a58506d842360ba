import { resolve } from "node:path";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import {
  ATTEMPT_DAYS,
  MEDIA_MIB_PER_ACCOUNT,
  POSTS_PER_BRAND,
  POSTS_PER_COLLECTION_PER_DAY,
  RESOURCE_LIMIT_PER_MINUTE,
  ROUTE_LIMIT_PER_MINUTE,
} from "@rostrum/contract/limits.ts";
import { applicationsAt, platforms } from "@rostrum/contract/platforms.ts";
import { z } from "zod";
import { unknownSettings, withSecretFiles } from "./setting-names.ts";
import {
  address,
  cidrs,
  count,
  database,
  days,
  isPlainAddress,
  isSecretKey,
  mailSender,
  mailServer,
  onOff,
  port,
  secretKey,
  version,
  word,
  words,
} from "./setting-values.ts";
import { type TraceSettings, traceSettings } from "./trace-settings.ts";

/**
 * The service's settings. Nothing else reads the environment. Names, meanings and defaults are a public interface for operators.
 */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** A port of its own for probes and metrics alone; null for none. */
  readonly metricsPort: number | null;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDirectory: string;
  /** Null for the embedded database in the data directory. */
  readonly databaseUrl: string | null;
  /** PostgreSQL itself, where `databaseUrl` leads to a pooler that keeps no sessions; null if it keeps them. */
  readonly databaseDirectUrl: string | null;
  /** 32 bytes in base64; null for the key generated once in the data directory. */
  readonly secretKey: string | null;
  /** The key that will replace it: known in advance, so that no process meets what it cannot open. */
  readonly nextSecretKey: string | null;
  /** The keys that it has replaced: what they have sealed can still be opened. */
  readonly oldSecretKeys: readonly string[];
  readonly adminToken: string | null;
  /** What the maker of the first account has to type; null for the code that follows from the secret key. */
  readonly setupCode: string | null;
  /** Whether the embedded database is dumped before a new version migrates it. */
  readonly dumpBeforeMigration: boolean;
  readonly demo: boolean;
  /**
   * `open`: only this machine can reach the service. `members`: viewing the networks requires sign-in.
   */
  readonly sandbox: "off" | "open" | "members";
  /** Requests per minute; 0 switches the limit off. */
  readonly routeLimit: number;
  readonly resourceLimit: number;
  readonly trustProxy: readonly string[];
  readonly allowPrivateNetworks: readonly string[];
  readonly postsPerBrand: number;
  readonly postsPerCollectionPerDay: number;
  /** Total size of the media in all of the account's brands; 0 for no limit. */
  readonly mediaMiBPerAccount: number;
  /** How long what attempts sent and got is kept, at least; 0 for ever. */
  readonly attemptDays: number;
  /** How long entries of the audit trail are kept. */
  readonly auditDays: number;
  readonly s3: {
    readonly url: string;
    readonly bucket: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly region: string;
  } | null;
  /** Base URLs of platforms' hosts by `<slug>/<host>`, without a trailing slash; a platform's main host is `api`. */
  readonly hostUrls: Readonly<Record<string, string>>;
  /** Versions of platforms' APIs by slug, where they are not the connector's choice. */
  readonly apiVersions: Readonly<Record<string, string>>;
  /** Slugs of the platforms that have audited the application, by the operator's word. */
  readonly audited: ReadonlySet<string>;
  /** Applications registered at platforms, by name: the platform's slug, or another one that the platform has. */
  readonly applications: Readonly<Record<string, ConfiguredApplication>>;
  /** Whether people may make accounts by themselves. */
  readonly signUp: boolean;
  /** Null: the service sends no mail. */
  readonly mail: MailSettings | null;
  /** Null: no traces are kept. */
  readonly traces: TraceSettings | null;
  readonly logLevel: "debug" | "info" | "warn" | "error";
  /** Search path for programs (`PATH`): ffmpeg is used if found there. */
  readonly path: string;
}

export interface ConfiguredApplication {
  readonly clientId: string;
  /** Null for an application without a secret. */
  readonly clientSecret: string | null;
  /** What it asks people for; absent: all that its log-in can use. */
  readonly scopes?: readonly string[];
  /** The configuration at the network that stands in place of scopes. */
  readonly configId?: string;
}

/** The server that takes mail, and who it is from. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else the connection is upgraded where the server can. */
  readonly isSecure: boolean;
  /** Null for a server that asks for none. */
  readonly logIn: { readonly user: string; readonly password: string } | null;
  readonly from: { readonly name: string; readonly address: string };
}

/** Invalid settings, one line per error. */
export class WrongSettings extends Error {
  override readonly name = "WrongSettings";
}

/** Reads the settings; throws `WrongSettings` with every error. Empty values count as not set. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const mistakes: string[] = [];
  const given = withSecretFiles(environment, mistakes);
  const result = settings.safeParse(given);
  if (!result.success) mistakes.push(...result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  mistakes.push(...missingS3Settings(given), ...missingMailSettings(given), ...samePort(result.data), ...directAlone(given));
  const { hostUrls, apiVersions, audited, applications } = platformSettings(given, mistakes);
  const traces = traceSettings(given, mistakes);
  if (!result.success || mistakes.length > 0) throw new WrongSettings(mistakes.join("\n"));
  const env = result.data;
  const publicUrl = env.ROSTRUM_PUBLIC_URL ?? `http://${env.HOST.includes(":") ? `[${env.HOST}]` : env.HOST}:${env.PORT}`;
  return {
    port: env.PORT,
    host: env.HOST,
    metricsPort: env.ROSTRUM_METRICS_PORT ?? null,
    publicUrl,
    dataDirectory: resolve(env.ROSTRUM_DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    secretKey: env.ROSTRUM_SECRET_KEY ?? null,
    nextSecretKey: env.ROSTRUM_NEXT_SECRET_KEY ?? null,
    oldSecretKeys: env.ROSTRUM_OLD_SECRET_KEYS,
    adminToken: env.ROSTRUM_ADMIN_TOKEN ?? null,
    setupCode: env.ROSTRUM_SETUP_CODE ?? null,
    dumpBeforeMigration: env.ROSTRUM_DUMP_BEFORE_MIGRATION,
    demo: env.ROSTRUM_DEMO,
    sandbox: sandboxOf(env, publicUrl),
    routeLimit: env.ROSTRUM_RATE_LIMIT_ROUTE,
    resourceLimit: env.ROSTRUM_RATE_LIMIT_RESOURCE,
    trustProxy: env.ROSTRUM_TRUST_PROXY,
    allowPrivateNetworks: env.ROSTRUM_ALLOW_PRIVATE_NETWORKS,
    postsPerBrand: env.ROSTRUM_POSTS_PER_BRAND,
    postsPerCollectionPerDay: env.ROSTRUM_POSTS_PER_COLLECTION_PER_DAY,
    mediaMiBPerAccount: env.ROSTRUM_MEDIA_MIB_PER_ACCOUNT,
    attemptDays: env.ROSTRUM_ATTEMPT_DAYS,
    auditDays: env.ROSTRUM_AUDIT_DAYS,
    s3: s3Of(env),
    hostUrls,
    apiVersions,
    audited,
    applications,
    signUp: env.ROSTRUM_SIGN_UP,
    mail: mailOf(env),
    traces,
    logLevel: env.ROSTRUM_LOG_LEVEL,
    path: environment.PATH ?? "",
  };
}

/** What is set and means nothing here: a slip of the pen would else go unnoticed. */
export function unknownSettingsIn(environment: Readonly<Record<string, string | undefined>>) {
  return unknownSettings(environment, Object.keys(settings.shape));
}

/** The settings that each platform has; what is wrong with them is added to `mistakes`. */
function platformSettings(given: Readonly<Record<string, string | undefined>>, mistakes: string[]) {
  const hostUrls: Record<string, string> = {};
  const apiVersions: Record<string, string> = {};
  const audited = new Set<string>();
  const applications: Record<string, ConfiguredApplication> = {};
  const read = <T>(schema: z.ZodType<T>, name: string): T | undefined => {
    const value = schema.safeParse(given[name]);
    if (!value.success) mistakes.push(`${name}: ${value.error.issues[0]?.message}`);
    return value.data;
  };
  for (const { slug } of Object.values(platforms)) {
    const prefix = settingPrefix(slug);
    for (const name of Object.keys(given)) {
      const [, host] = name.startsWith(prefix) ? (/^([A-Z]+)_URL$/.exec(name.slice(prefix.length)) ?? []) : [];
      if (host === undefined) continue;
      hostUrls[`${slug}/${host.toLowerCase()}`] = read(address, name) ?? "";
    }
    if (given[`${prefix}API_VERSION`] !== undefined) apiVersions[slug] = read(version, `${prefix}API_VERSION`) ?? "";
    const isAudited = `${prefix}AUDITED`;
    if (given[isAudited] !== undefined && read(onOff, isAudited) === true) audited.add(slug);
  }
  for (const application of CHANNEL_TYPES.flatMap(applicationsAt)) {
    const prefix = settingPrefix(application);
    const [id, secret] = [`${prefix}CLIENT_ID`, `${prefix}CLIENT_SECRET`];
    const [scopes, configId] = [`${prefix}SCOPES`, `${prefix}CONFIG_ID`];
    if (given[id] !== undefined) {
      applications[application] = {
        clientId: read(word, id) ?? "",
        clientSecret: given[secret] === undefined ? null : (read(word, secret) ?? ""),
        ...(given[scopes] === undefined ? {} : { scopes: read(words, scopes) ?? [] }),
        ...(given[configId] === undefined ? {} : { configId: read(word, configId) ?? "" }),
      };
      continue;
    }
    for (const other of [secret, scopes, configId])
      if (given[other] !== undefined) mistakes.push(`${id}: must be set too, because ${other} is`);
  }
  return { hostUrls, apiVersions, audited, applications };
}

/** What the names of a platform's settings begin with: `ROSTRUM_GOOGLE_BUSINESS_`. */
export function settingPrefix(slug: string): string {
  return `ROSTRUM_${slug.toUpperCase().replaceAll("-", "_")}_`;
}

/** The networks accept whatever they are sent, so they are on by default, and open without sign-in, only on a private machine. */
function sandboxOf(env: z.output<typeof settings>, publicUrl: string): Config["sandbox"] {
  const isOwnMachine = env.DATABASE_URL === undefined && isLoopback(env.HOST) && isLoopback(new URL(publicUrl).hostname);
  if (!(env.ROSTRUM_SANDBOX ?? isOwnMachine)) return "off";
  return isOwnMachine ? "open" : "members";
}

/** Whether a host name or address always means this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){3})$/i.test(host);
}

const S3_NEEDS = ["ROSTRUM_S3_URL", "ROSTRUM_S3_BUCKET", "ROSTRUM_S3_ACCESS_KEY_ID", "ROSTRUM_S3_SECRET_ACCESS_KEY"] as const;

/** The bucket settings must be given together or not at all. */
function missingS3Settings(given: Readonly<Record<string, unknown>>): string[] {
  const isWanted = [...S3_NEEDS, "ROSTRUM_S3_REGION"].some((name) => name in given);
  const missing = isWanted ? S3_NEEDS.filter((name) => !(name in given)) : [];
  return missing.map((name) => `${name}: must be set too, because other ROSTRUM_S3_ settings are`);
}

function s3Of(env: z.output<typeof settings>): Config["s3"] {
  const { ROSTRUM_S3_URL: url, ROSTRUM_S3_BUCKET: bucket } = env;
  const { ROSTRUM_S3_ACCESS_KEY_ID: accessKeyId, ROSTRUM_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (url === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null;
  return { url, bucket, accessKeyId, secretAccessKey, region: env.ROSTRUM_S3_REGION };
}

/** Both are listened on at the same address. */
function samePort(env: z.output<typeof settings> | undefined): string[] {
  const { ROSTRUM_METRICS_PORT: own, PORT: main } = env ?? {};
  if (own === undefined || own === 0 || own !== main) return [];
  return ["ROSTRUM_METRICS_PORT: must differ from PORT"];
}

/** The second address of a database that has no first. */
function directAlone(given: Readonly<Record<string, unknown>>): string[] {
  if (!("DATABASE_DIRECT_URL" in given) || "DATABASE_URL" in given) return [];
  return ["DATABASE_URL: must be set too, because DATABASE_DIRECT_URL is"];
}

/** A server without a sender, or a sender without a server, sends nothing. */
function missingMailSettings(given: Readonly<Record<string, unknown>>): string[] {
  const pair = ["ROSTRUM_SMTP_URL", "ROSTRUM_MAIL_FROM"];
  const missing = pair.filter((name) => !(name in given));
  return missing.length === 1 ? missing.map((name) => `${name}: must be set too, because the other mail setting is`) : [];
}

function mailOf({ ROSTRUM_SMTP_URL: server, ROSTRUM_MAIL_FROM: from }: z.output<typeof settings>): MailSettings | null {
  return server === undefined || from === undefined ? null : { ...server, from };
}

const settings = z.object({
  PORT: port.default(4000),
  HOST: z
    .string()
    .trim()
    .regex(/^[^%\s/]+$/, "must be an address or a name, without a port or an interface")
    .default("127.0.0.1"),
  ROSTRUM_METRICS_PORT: port.optional(),
  ROSTRUM_PUBLIC_URL: address
    .refine(isPlainAddress, "must be a URL without credentials, query or fragment")
    .refine(
      (value) => new URL(value).pathname === "/",
      "must have no path: give the service a host name of its own, such as https://rostrum.example.org",
    )
    .optional(),
  ROSTRUM_DATA_DIR: z.string().default("./data"),
  DATABASE_URL: database,
  DATABASE_DIRECT_URL: database,
  ROSTRUM_SECRET_KEY: secretKey.optional(),
  ROSTRUM_NEXT_SECRET_KEY: secretKey.optional(),
  ROSTRUM_OLD_SECRET_KEYS: words
    .default([])
    .refine((keys) => keys.every(isSecretKey), "must be keys of 32 bytes in base64, separated by commas"),
  ROSTRUM_ADMIN_TOKEN: z
    .string()
    .trim()
    .min(16, "must have at least 16 characters")
    .regex(/^[\x20-\x7e]*$/, "must consist of ASCII letters, digits and punctuation, which headers can carry")
    .optional(),
  ROSTRUM_SETUP_CODE: word.min(8, "must have at least 8 characters").optional(),
  ROSTRUM_DUMP_BEFORE_MIGRATION: onOff.default(true),
  ROSTRUM_DEMO: onOff.default(true),
  ROSTRUM_SANDBOX: onOff.optional(),
  ROSTRUM_RATE_LIMIT_ROUTE: count(ROUTE_LIMIT_PER_MINUTE),
  ROSTRUM_RATE_LIMIT_RESOURCE: count(RESOURCE_LIMIT_PER_MINUTE),
  ROSTRUM_TRUST_PROXY: cidrs,
  ROSTRUM_ALLOW_PRIVATE_NETWORKS: cidrs,
  ROSTRUM_POSTS_PER_BRAND: count(POSTS_PER_BRAND),
  ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: count(POSTS_PER_COLLECTION_PER_DAY),
  ROSTRUM_MEDIA_MIB_PER_ACCOUNT: count(MEDIA_MIB_PER_ACCOUNT),
  ROSTRUM_ATTEMPT_DAYS: count(ATTEMPT_DAYS),
  ROSTRUM_AUDIT_DAYS: days,
  ROSTRUM_S3_URL: address.refine(isPlainAddress, "must be a URL without credentials, query or fragment").optional(),
  ROSTRUM_S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][\w.-]*$/, "must be a bucket name")
    .optional(),
  ROSTRUM_S3_ACCESS_KEY_ID: word.optional(),
  ROSTRUM_S3_SECRET_ACCESS_KEY: word.optional(),
  // Accepted by stores without regions; Amazon's need their own.
  ROSTRUM_S3_REGION: word.default("auto"),
  ROSTRUM_SIGN_UP: onOff.default(false),
  ROSTRUM_SMTP_URL: mailServer.optional(),
  ROSTRUM_MAIL_FROM: mailSender.optional(),
  ROSTRUM_LOG_LEVEL: z.enum(["debug", "info", "warn", "error"], "must be debug, info, warn or error").default("info"),
});
