import assert from "node:assert/strict";
import { z } from "zod";
import { aVideoFile, type VideoWish } from "../../../../testing/videos.ts";
import { instagramGuest } from "../../../instagram/sandbox/guest.ts";
import { type Ground, openGround } from "../../../sandbox/kit/testing/ground.ts";
import { type Answer, linkTo, type Parameters, picture, serveFiles, textAt } from "../../../sandbox/meta/testing/answers.ts";
import { facebookSandboxWith } from "../index.ts";
import { SCOPES } from "../tokens.ts";

/** The network over HTTP with a Page on it, and a service that has some files. */
export interface Stage extends Ground {
  /** Of the Page. */
  readonly pageId: string;
  readonly token: string;
  /** What the service has, by name. */
  readonly files: Map<string, Uint8Array>;
  /** The address of a file. */
  link(name: string): string;
  /** `access_token` replaces the one of the Page, and an empty one leaves it out. */
  ask(method: string, path: string, parameters?: Parameters): Promise<Answer>;
  /** A file with fields, as multipart. */
  send(path: string, parameters: Parameters, file: { readonly name: string; readonly bytes: Uint8Array }): Promise<Answer>;
  /** To the host that takes bytes. */
  upload(url: string, headers: Record<string, string>, bytes?: Uint8Array): Promise<Answer>;
  /** The id in the answer, which must be one of success. */
  make(edge: string, parameters: Parameters): Promise<string>;
  set(settings: Record<string, unknown>): Promise<void>;
  /** Logs in as this person and returns where they are sent. */
  logIn(person: LogIn): Promise<URL>;
  /** Logs in and returns the person's long-lived token. */
  personToken(person: LogIn): Promise<string>;
}

export interface LogIn {
  readonly name: string;
  /** Names of Pages to let in; absent: all. */
  readonly pages?: readonly string[];
  /** Absent: all that are asked for. */
  readonly scopes?: readonly string[];
  readonly asked?: readonly string[];
}

export const CALLBACK = "http://127.0.0.1:9/connect/facebook/callback";
const APPLICATION = { client_id: "sandbox", client_secret: "sandbox-secret" };

export const aVerticalVideo = (wish: Partial<VideoWish> = {}) => aVideoFile({ seconds: 4, width: 1080, height: 1920, ...wish });
export const network = facebookSandboxWith(instagramGuest);

const jpeg = await picture(100, 80).jpeg().toBuffer();
const video = await aVerticalVideo();

export async function openStage(): Promise<Stage> {
  const files = new Map<string, Uint8Array>([
    ["a.jpg", jpeg],
    ["v.mp4", video],
  ]);
  const ground = await openGround(network, (app) => serveFiles(app, files));
  const { pageId = "", accessToken: token = "" } = (await network.account("Corner Bakery", ground.world)).credentials;
  const address = (path: string) => `${ground.world.baseUrl}/v25.0${path}`;
  const ask = (method: string, path: string, parameters: Parameters = {}) => {
    const fields = new URLSearchParams({ access_token: token, ...parameters });
    if (fields.get("access_token") === "") fields.delete("access_token");
    return method === "GET" ? answerTo(fetch(`${address(path)}?${fields}`)) : answerTo(fetch(address(path), { method, body: fields }));
  };
  const logIn = (person: LogIn) => logInAs(ground, person);
  return {
    ...ground,
    pageId,
    token,
    files,
    ask,
    link: linkTo,
    async send(path, parameters, file) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ access_token: token, ...parameters })) form.set(name, value);
      form.set(file.name, new Blob([Buffer.from(file.bytes)]), "file");
      return answerTo(fetch(address(path), { method: "POST", body: form }));
    },
    upload: (url, headers, bytes) => {
      const body = bytes === undefined ? null : Buffer.from(bytes);
      const type = bytes === undefined ? {} : { "content-type": "application/octet-stream" };
      return answerTo(fetch(url, { method: "POST", headers: { authorization: `OAuth ${token}`, ...type, ...headers }, body }));
    },
    make: async (edge, parameters) => textAt(await ask("POST", `/${pageId}/${edge}`, parameters), "id"),
    set: (settings) => ground.world.objects.put("settings", "facebook", settings),
    logIn,
    async personToken(person) {
      const code = (await logIn(person)).searchParams.get("code") ?? "";
      const exchange = { ...APPLICATION, redirect_uri: CALLBACK, code, access_token: "" };
      const short = textAt(await ask("GET", "/oauth/access_token", exchange), "access_token");
      const wanted = { ...APPLICATION, grant_type: "fb_exchange_token", fb_exchange_token: short, access_token: "" };
      return textAt(await ask("GET", "/oauth/access_token", wanted), "access_token");
    },
  };
}

/** The fields of an answer, which must be one of success. */
export function fieldsIn({ status, body }: Answer): Record<string, unknown> {
  assert.equal(status, 200, JSON.stringify(body));
  return recordOf(body);
}

export function recordOf(value: unknown): Record<string, unknown> {
  return z.record(z.string(), z.unknown()).parse(value);
}

async function answerTo(reply: Promise<Response>): Promise<Answer> {
  const { status, ...rest } = await reply.then(async (got) => ({ status: got.status, text: await got.text() }));
  return { status, body: JSON.parse(rest.text) };
}

async function logInAs(ground: Ground, person: LogIn): Promise<URL> {
  const asked = person.asked ?? SCOPES.map(({ name }) => name);
  const address = `${ground.world.baseUrl}/www/v25.0/dialog/oauth`;
  const query = new URLSearchParams({
    client_id: APPLICATION.client_id,
    redirect_uri: CALLBACK,
    state: "s",
    response_type: "code",
    scope: asked.join(","),
  });
  const consent = await fetch(address, { method: "POST", body: new URLSearchParams({ asked: `${query}`, name: person.name }) });
  const boxes = [...(await consent.text()).matchAll(/name="given_account" value="(\d+)" checked> <span>([^<]+)</g)];
  const accounts = boxes.filter(([, , name = ""]) => person.pages?.includes(name) ?? true).map(([, id = ""]) => ["given_account", id]);
  const scopes = (person.scopes ?? asked).map((scope) => ["given_scope", scope]);
  const form = new URLSearchParams([["asked", `${query}`], ["name", person.name], ["decision", "allow"], ...accounts, ...scopes]);
  const reply = await fetch(address, { method: "POST", redirect: "manual", body: form });
  assert.equal(reply.status, 302, await reply.text());
  return new URL(reply.headers.get("location") ?? "");
}
