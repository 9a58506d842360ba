import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "./config.ts";

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
