import { z } from "zod";

/** Where spans go and which, by OpenTelemetry's own names: `docs/traces.md#settings`. */
export interface TraceSettings {
  /** The whole address that takes traces. */
  readonly endpoint: string;
  readonly protocol: "http/protobuf" | "http/json";
  /** Secret, as tokens are passed in them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
  /** How long spans are gathered before they are sent. */
  readonly delayMilliseconds: number;
  /** How many wait at most. */
  readonly queueMax: number;
  readonly serviceName: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: { readonly byParent: boolean; readonly ratio: number };
}

type Given = Readonly<Record<string, string | undefined>>;

/**
 * Null without an endpoint, or if traces are switched off: then the other settings are not even looked at, because many set them for
 * all of their programs. What is wrong is added to `mistakes`.
 */
export function traceSettings(given: Given, mistakes: string[]): TraceSettings | null {
  const isOff = given.OTEL_SDK_DISABLED?.toLowerCase() === "true" || given.OTEL_TRACES_EXPORTER === "none";
  const whole = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = given.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (isOff || (whole === undefined && base === undefined)) return null;
  const read = settings.safeParse(Object.fromEntries(SETTINGS.map((name) => [name, settingOf(given, name)])));
  if (!read.success) {
    for (const { path, message } of read.error.issues) mistakes.push(`${path.join(".")}: ${message}`);
    return null;
  }
  const env = read.data;
  const { "service.name": named, ...resource } = env.OTEL_RESOURCE_ATTRIBUTES;
  return {
    endpoint: whole === undefined ? withPath(env.OTEL_EXPORTER_OTLP_ENDPOINT) : env.OTEL_EXPORTER_OTLP_ENDPOINT,
    protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutSeconds: env.OTEL_EXPORTER_OTLP_TIMEOUT / 1000,
    delayMilliseconds: env.OTEL_BSP_SCHEDULE_DELAY,
    queueMax: env.OTEL_BSP_MAX_QUEUE_SIZE,
    serviceName: env.OTEL_SERVICE_NAME ?? named ?? "rostrum",
    resource,
    sampler: samplerOf(env.OTEL_TRACES_SAMPLER, env.OTEL_TRACES_SAMPLER_ARG),
  };
}

/** A setting for traces alone goes before the one for everything. */
function settingOf(given: Given, name: string): string | undefined {
  return given[name.replace("_OTLP_", "_OTLP_TRACES_")] ?? given[name];
}

/** The address without a path is that of everything: traces have a place of their own below it. */
function withPath(base: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
  return url.href;
}

const SAMPLERS = ["always_on", "always_off", "traceidratio"] as const;

function samplerOf(name: string, argument: number): TraceSettings["sampler"] {
  const own = name.replace("parentbased_", "");
  return { byParent: own !== name, ratio: own === "always_on" ? 1 : own === "always_off" ? 0 : argument };
}

const whole = (fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,7}$/, "must be a whole number of 1 or more")
    .default(String(fallback))
    .transform(Number);

/** `name=value,other=value`, with what is special percent-encoded. The message never repeats the values, which may be secret. */
const pairs = z
  .string()
  .default("")
  .transform((text) => text.split(",").filter((pair) => pair.trim() !== ""))
  .refine((all) => all.every(isPair), "must be name=value pairs separated by commas, with special characters percent-encoded")
  .transform((all) => Object.fromEntries(all.map((pair) => [nameIn(pair), decodeURIComponent(valueIn(pair))])));

function nameIn(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf("="))).trim();
}

function valueIn(pair: string): string {
  return pair.slice(pair.indexOf("=") + 1).trim();
}

function isPair(pair: string): boolean {
  try {
    return /^[\w.!#$%&'*+^`|~-]+$/.test(nameIn(pair)) && !/\p{Cc}/u.test(decodeURIComponent(valueIn(pair)));
  } catch {
    return false;
  }
}

function isEndpoint(value: string): boolean {
  const url = /^https?:\/\//.test(value) ? URL.parse(value) : null;
  return url !== null && url.username === "" && url.password === "" && url.hash === "";
}

const schema = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(isEndpoint, "must be an http or https address; what lets in goes into OTEL_EXPORTER_OTLP_HEADERS"),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(["http/protobuf", "http/json"], "must be http/protobuf or http/json; gRPC is not spoken")
    .default("http/protobuf"),
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TIMEOUT: whole(10_000),
  OTEL_BSP_SCHEDULE_DELAY: whole(5000),
  OTEL_BSP_MAX_QUEUE_SIZE: whole(2048),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_EXPORTER: z.enum(["otlp"], "must be otlp or none").default("otlp"),
  OTEL_TRACES_SAMPLER: z
    .enum(
      SAMPLERS.flatMap((name) => [name, `parentbased_${name}` as const]),
      "must be always_on, always_off or traceidratio, or one of these after parentbased_",
    )
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a share from 0 to 1")
    .default("1")
    .transform(Number),
};
const SETTINGS = Object.keys(schema);
const settings = z.object(schema);
