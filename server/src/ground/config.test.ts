import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import { applicationsAt, platforms } from "@rostrum/contract/platforms.ts";
import { readConfig, unknownSettingsIn } from "./config.ts";
import { temporaryFolder } from "./database/testing.ts";

const STORE = {
  ROSTRUM_S3_URL: "https://store.example",
  ROSTRUM_S3_BUCKET: "bakery",
  ROSTRUM_S3_ACCESS_KEY_ID: "other",
  ROSTRUM_S3_SECRET_ACCESS_KEY: "other",
};
const FROM = "Rostrum <rostrum@example.org>";

test("without settings the service sends no mail, and people make no accounts", () => {
  const { mail, signUp } = readConfig({});
  assert.deepEqual([mail, signUp], [null, false]);
});

test("the mail server is read from its address, and the sender with a name or without", () => {
  const url = "smtp://rostrum%40example.org:s3cret%2Fword@mail.example.org";
  const { mail } = readConfig({ ROSTRUM_SMTP_URL: url, ROSTRUM_MAIL_FROM: FROM });
  assert.deepEqual(mail, {
    host: "mail.example.org",
    port: 587,
    isSecure: false,
    logIn: { user: "rostrum@example.org", password: "s3cret/word" },
    from: { name: "Rostrum", address: "rostrum@example.org" },
  });
  const plain = readConfig({ ROSTRUM_SMTP_URL: "smtps://[::1]", ROSTRUM_MAIL_FROM: "a@example.org" }).mail;
  assert.deepEqual(plain, { host: "::1", port: 465, isSecure: true, logIn: null, from: { name: "", address: "a@example.org" } });
});

test("a server without a sender is an error, as is one of them that cannot be read, and no error repeats the password", () => {
  assert.throws(() => readConfig({ ROSTRUM_SMTP_URL: "smtp://a.example" }), /ROSTRUM_MAIL_FROM: must be set too/);
  assert.throws(() => readConfig({ ROSTRUM_MAIL_FROM: FROM }), /ROSTRUM_SMTP_URL: must be set too/);
  for (const url of ["http://u:hunter2@a.example", "smtp://u:hunter2%@a.example", "smtp://u:hunter2@a.example/x", "smtp://u:hunter2@"])
    assert.throws(
      () => readConfig({ ROSTRUM_SMTP_URL: url, ROSTRUM_MAIL_FROM: FROM }),
      (error: Error) => error.message.startsWith("ROSTRUM_SMTP_URL: must be smtp://") && !error.message.includes("hunter2"),
    );
  for (const from of ["nobody", "Eve <a@example.org>\r\nBcc: b@example.org", "a@example.org>", "a@b, c@d", "x <a@example.org"])
    assert.throws(
      () => readConfig({ ROSTRUM_SMTP_URL: "smtp://a.example", ROSTRUM_MAIL_FROM: from }),
      /ROSTRUM_MAIL_FROM: must be an address/,
      from,
    );
});

test("metrics have a port of their own only if one is set, and it is another one", () => {
  assert.equal(readConfig({}).metricsPort, null);
  assert.equal(readConfig({ ROSTRUM_METRICS_PORT: "9464" }).metricsPort, 9464);
  assert.throws(() => readConfig({ ROSTRUM_METRICS_PORT: "4000" }), /ROSTRUM_METRICS_PORT: must differ from PORT/);
  assert.throws(() => readConfig({ ROSTRUM_METRICS_PORT: "70000" }), /ROSTRUM_METRICS_PORT: must be a port number/);
});

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://10.1.2.3:4318" };

test("traces are kept only with an endpoint, and not if they are switched off", () => {
  assert.equal(readConfig({}).traces, null);
  assert.equal(readConfig({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_TRACES_SAMPLER: "jaeger_remote" }).traces, null);
  assert.equal(readConfig({ ...COLLECTOR, OTEL_SDK_DISABLED: "true" }).traces, null);
  assert.equal(readConfig({ ...COLLECTOR, OTEL_TRACES_EXPORTER: "none" }).traces, null);
  assert.deepEqual(readConfig(COLLECTOR).traces, {
    endpoint: "http://10.1.2.3:4318/v1/traces",
    protocol: "http/protobuf",
    headers: {},
    timeoutSeconds: 10,
    delayMilliseconds: 5000,
    queueMax: 2048,
    serviceName: "rostrum",
    resource: {},
    sampler: { byParent: true, ratio: 1 },
  });
});

test("settings of traces have OpenTelemetry's names and meanings, and those for traces alone go first", () => {
  const { traces } = readConfig({
    ...COLLECTOR,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector.example/here?tenant=7",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20s3cret, x-tenant=a=b",
    OTEL_RESOURCE_ATTRIBUTES: "service.name=other,host.name=m%2C1",
    OTEL_SERVICE_NAME: "bakery",
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
  });
  assert.equal(traces?.endpoint, "https://collector.example/here?tenant=7");
  assert.equal(traces.protocol, "http/json");
  assert.deepEqual(traces.headers, { authorization: "Bearer s3cret", "x-tenant": "a=b" });
  assert.deepEqual([traces.serviceName, traces.resource], ["bakery", { "host.name": "m,1" }]);
  assert.deepEqual(traces.sampler, { byParent: false, ratio: 0.25 });
  const below = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example/otlp/",
    OTEL_TRACES_SAMPLER: "parentbased_always_off",
  });
  assert.equal(below.traces?.endpoint, "https://collector.example/otlp/v1/traces");
  assert.deepEqual(below.traces.sampler, { byParent: true, ratio: 0 });
});

test("wrong settings of traces are errors that repeat no secret", () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://user:hunter2@collector.example",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization:hunter2",
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_TRACES_SAMPLER_ARG: "25%",
    OTEL_EXPORTER_OTLP_TIMEOUT: "10s",
  };
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(
      () => readConfig({ ...COLLECTOR, [name]: value }),
      (error: Error) => error.message.startsWith(`${name}: must be `) && !error.message.includes("hunter2"),
      name,
    );
  }
});

test("a value that could not work later is an error at the start, and a line break at the end of one does not matter", () => {
  const refused: Readonly<Record<string, readonly string[]>> = {
    ROSTRUM_PUBLIC_URL: ["https://r.example/?a=1", "https://r.example/#top", "https://ada:hunter2@r.example"],
    ROSTRUM_ADMIN_TOKEN: ["too short", "a token of more\nthan sixteen characters", "jeton de plus de seize caractères"],
    HOST: ["fe80::1%eth0", "http://127.0.0.1"],
    ROSTRUM_SECRET_KEY: ["!".repeat(40), `${Buffer.alloc(31).toString("base64")}`, `*${Buffer.alloc(32).toString("base64")}`],
  };
  for (const [name, values] of Object.entries(refused)) {
    for (const value of values) assert.throws(() => readConfig({ [name]: value }), new RegExp(`${name}: must`), value);
  }
  const { publicUrl, adminToken } = readConfig({
    ROSTRUM_PUBLIC_URL: "https://r.example/\n",
    ROSTRUM_ADMIN_TOKEN: "a token with spaces\n",
  });
  assert.deepEqual([publicUrl, adminToken], ["https://r.example", "a token with spaces"]);
});

test("every secret among the settings can come from a file", async () => {
  await using folder = await temporaryFolder();
  const key = Buffer.alloc(32, 7).toString("base64");
  const secrets: Readonly<Record<string, readonly [value: string, environment: Readonly<Record<string, string>>]>> = {
    DATABASE_URL: ["postgres://rostrum:hush@db.example/rostrum", {}],
    DATABASE_DIRECT_URL: ["postgres://rostrum:hush@direct.example/rostrum", { DATABASE_URL: "postgres://pooler.example/rostrum" }],
    ROSTRUM_SECRET_KEY: [key, {}],
    ROSTRUM_NEXT_SECRET_KEY: [key, {}],
    ROSTRUM_OLD_SECRET_KEYS: [key, {}],
    ROSTRUM_ADMIN_TOKEN: ["a-token-of-24-characters", {}],
    ROSTRUM_SETUP_CODE: ["a-code-of-its-own", {}],
    ROSTRUM_SMTP_URL: ["smtps://rostrum:hush@mail.example.org", { ROSTRUM_MAIL_FROM: FROM }],
    ROSTRUM_S3_ACCESS_KEY_ID: ["id", STORE],
    ROSTRUM_S3_SECRET_ACCESS_KEY: ["hush", STORE],
    OTEL_EXPORTER_OTLP_HEADERS: ["authorization=hush", COLLECTOR],
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: ["authorization=hush", COLLECTOR],
    ...Object.fromEntries(
      [...Object.values(platforms).map(({ slug }) => slug), ...CHANNEL_TYPES.flatMap(applicationsAt)].map((slug) => {
        const prefix = `ROSTRUM_${slug.toUpperCase().replaceAll("-", "_")}`;
        return [`${prefix}_CLIENT_SECRET`, ["hush", { [`${prefix}_CLIENT_ID`]: "id" }]];
      }),
    ),
  };
  for (const [name, [value, environment]] of Object.entries(secrets)) {
    const file = join(folder.path, name);
    await writeFile(file, `${value}\n`);
    const { [name]: _, ...others } = environment;
    assert.deepEqual(readConfig({ ...others, [`${name}_FILE`]: file }), readConfig({ ...others, [name]: value }), name);
  }
});

test("a secret must not be set twice, and a file of one that cannot be read is told without a trace", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "secret");
  await writeFile(file, "a-token-of-24-characters\n");
  const both = { ROSTRUM_ADMIN_TOKEN_FILE: file, ROSTRUM_ADMIN_TOKEN: "another-token-of-28-characters" };
  assert.throws(() => readConfig(both), /^WrongSettings: ROSTRUM_ADMIN_TOKEN_FILE: must not be set together with ROSTRUM_ADMIN_TOKEN$/);
  assert.throws(() => readConfig({ DATABASE_URL_FILE: "/nowhere" }), /DATABASE_URL_FILE: the file cannot be read: ENOENT/);
});

test("a setting that there is not is told with the name that was probably meant", () => {
  const slips = { ROSTRUM_PUBLC_URL: "https://r.example", ROSTRUM_SINGUP: "1", ROSTRUM_X_CLIENTID: "a", ROSTRUM_WEATHER_IN_ROME: "1" };
  assert.deepEqual(
    unknownSettingsIn({ ...slips, ROSTRUM_API_KEY: "a", ROSTRUM_X_CLIENT_ID: "a", ROSTRUM_FACEBOOK_UPLOAD_URL: "b", HOME: "/" }),
    [
      { name: "ROSTRUM_PUBLC_URL", nearest: "ROSTRUM_PUBLIC_URL" },
      { name: "ROSTRUM_SINGUP", nearest: "ROSTRUM_SIGN_UP" },
      { name: "ROSTRUM_X_CLIENTID", nearest: "ROSTRUM_X_CLIENT_ID" },
      { name: "ROSTRUM_WEATHER_IN_ROME", nearest: null },
    ],
  );
});

test("a public address with a path is refused in one line", () => {
  assert.throws(
    () => readConfig({ ROSTRUM_PUBLIC_URL: "https://r.example/social" }),
    /^WrongSettings: ROSTRUM_PUBLIC_URL: must have no path: [^\n]+$/,
  );
});
