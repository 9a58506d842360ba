import assert from "node:assert/strict";
import sharp from "sharp";
import { z } from "zod";
import { aVideoFile } from "../../../../testing/videos.ts";
import { type Ground, openGround } from "../../../sandbox/kit/testing/ground.ts";
import { linkedinSandbox } from "../index.ts";

/** The network over HTTP with an organization and its administrator, and a clock that tests move. */
export interface Stage extends Ground {
  /** URN of the organization Corner Bakery. */
  readonly author: string;
  /** Of its administrator, with every scope of the application. */
  readonly token: string;
  ask(method: string, path: string, options?: Ask): Promise<Answer>;
  /** Sends bytes to an address that the API gave. */
  put(url: string, bytes: Uint8Array, token?: string): Promise<Answer>;
  set(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /** Creates a post and returns its URN. */
  post(fields?: Readonly<Record<string, unknown>>, token?: string): Promise<string>;
  /** Uploads an image or a document for this owner and returns its URN. */
  upload(kind: "image" | "document", bytes: Uint8Array, owner?: Owner): Promise<string>;
  /** Logs in and returns where the person is sent. */
  logIn(name: string, scopes?: readonly string[]): Promise<URL>;
  /** Logs in and returns what the code is exchanged for. */
  grant(name: string, scopes?: readonly string[]): Promise<Record<string, unknown>>;
  exchange(fields: Readonly<Record<string, string>>): Promise<Answer>;
  /** Somebody with a profile and three organizations. */
  member(name: string, scopes?: readonly string[]): Promise<Member>;
}

export interface Owner {
  readonly urn: string;
  readonly token: string;
}

export interface Member extends Owner {
  /** By role. */
  readonly organizations: Readonly<Record<string, string>>;
}

interface Ask {
  readonly token?: string | null;
  readonly body?: unknown;
  /** Replaces single headers; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Null if there is none. */
  readonly body: unknown;
}

export const CALLBACK = "http://127.0.0.1:9/connect/linkedin/callback";
export const APPLICATION = { client_id: "sandbox", client_secret: "sandbox-secret" };
export const MEMBER_SCOPES = ["openid", "profile", "w_member_social"];
export const ALL_SCOPES = [
  ...MEMBER_SCOPES,
  "r_basicprofile",
  "w_member_social_feed",
  "r_member_postAnalytics",
  "rw_organization_admin",
  "w_organization_social",
  "r_organization_social",
  "w_organization_social_feed",
  "r_organization_social_feed",
];

export const jpeg = await sharp({ create: { width: 100, height: 80, channels: 3, background: "#864" } })
  .jpeg()
  .toBuffer();
/** 96,000 bytes and more. */
export const video = await aVideoFile({ seconds: 4, frameBytes: 800 });
export const pdf = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n");

export async function openStage(): Promise<Stage> {
  const ground = await openGround(linkedinSandbox);
  const { world } = ground;
  const { accessToken = "", author = "" } = (await linkedinSandbox.account("Corner Bakery", world)).credentials;
  const own = { urn: author, token: accessToken };

  const ask: Stage["ask"] = (method, path, { token = accessToken, body, headers = {} } = {}) => {
    const given = {
      "linkedin-version": "202608",
      "x-restli-protocol-version": "2.0.0",
      authorization: token === null ? null : `Bearer ${token}`,
      "content-type": body === undefined ? null : "application/json",
      ...headers,
    };
    const kept = Object.entries(given).filter((header): header is [string, string] => header[1] !== null);
    return answerTo(fetch(world.baseUrl + path, { method, headers: kept, body: body === undefined ? null : JSON.stringify(body) }));
  };
  const put: Stage["put"] = (url, bytes, token = accessToken) =>
    answerTo(
      fetch(url, {
        method: "PUT",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
        body: Buffer.from(bytes),
      }),
    );
  const logIn: Stage["logIn"] = async (name, scopes = ALL_SCOPES) => {
    const asked = queryOf(scopes);
    const fields = [
      ["asked", asked],
      ["name", name],
      ["decision", "allow"],
    ];
    const address = `${world.baseUrl}/www/oauth/v2/authorization`;
    const reply = await fetch(address, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
    assert.equal(reply.status, 302, await reply.text());
    return new URL(reply.headers.get("location") ?? "");
  };
  const exchange: Stage["exchange"] = (fields) =>
    answerTo(
      fetch(`${world.baseUrl}/www/oauth/v2/accessToken`, { method: "POST", body: new URLSearchParams({ ...APPLICATION, ...fields }) }),
    );
  const grant: Stage["grant"] = async (name, scopes) => {
    const code = (await logIn(name, scopes)).searchParams.get("code") ?? "";
    return fieldsIn(await exchange({ grant_type: "authorization_code", code, redirect_uri: CALLBACK }));
  };
  return {
    ...ground,
    author,
    token: accessToken,
    ask,
    put,
    set: (settings) => world.objects.put("settings", "linkedin", { ...settings }),
    async post(fields = {}, token = accessToken) {
      const answer = await ask("POST", "/rest/posts", { token, body: aPost({ author, ...fields }) });
      assert.deepEqual([answer.status, answer.body], [201, null], JSON.stringify(answer.body));
      return answer.headers.get("x-restli-id") ?? "";
    },
    async upload(kind, bytes, { urn, token } = own) {
      const body = { initializeUploadRequest: { owner: urn } };
      const { value } = fieldsIn(await ask("POST", `/rest/${kind}s?action=initializeUpload`, { token, body }));
      const given = z.record(z.string(), z.unknown()).parse(value);
      assert.equal((await put(String(given.uploadUrl), bytes, token)).status, 201);
      return z.string().parse(given[kind]);
    },
    logIn,
    exchange,
    grant,
    async member(name, scopes) {
      const token = z.string().parse((await grant(name, scopes)).access_token);
      const found = await world.objects.list("person_name");
      const personId = z.string().parse(found.find(({ id }) => id === name.toLowerCase())?.document.person_id);
      const roles = await world.objects.list("role", { where: { person_id: personId } });
      const organizations = roles.map(({ document }) => [document.role, `urn:li:organization:${document.organization_id}`]);
      return { urn: `urn:li:person:${personId}`, token, organizations: Object.fromEntries(organizations) };
    },
    [Symbol.asyncDispose]: () => ground[Symbol.asyncDispose](),
  };
}

/** What the log-in page is opened with. */
export function queryOf(scopes: readonly string[]): string {
  const { client_id } = APPLICATION;
  return `${new URLSearchParams({ client_id, redirect_uri: CALLBACK, state: "s", response_type: "code", scope: scopes.join(" ") })}`;
}

/** A post as clients send it. */
export function aPost(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return {
    commentary: "Fresh bread",
    visibility: "PUBLIC",
    distribution: { feedDistribution: "MAIN_FEED", targetEntities: [], thirdPartyDistributionChannels: [] },
    lifecycleState: "PUBLISHED",
    isReshareDisabledByAuthor: false,
    ...fields,
  };
}

/** The fields of an answer, which must be one of success. */
export function fieldsIn({ status, body }: Answer): Record<string, unknown> {
  assert.equal(status, 200, JSON.stringify(body));
  return z.record(z.string(), z.unknown()).parse(body);
}

/** Status and code of a refusal; of invalid input, the code of the first error. */
export function refusalIn({ status, body }: Answer): readonly unknown[] {
  const { code, errorDetails } = z
    .object({ code: z.string().optional(), errorDetails: z.object({ inputErrors: z.array(z.object({ code: z.string() })) }).optional() })
    .parse(body);
  return [status, code ?? errorDetails?.inputErrors[0]?.code];
}

/** The entries of a list. */
export function elementsIn(answer: Answer): readonly Record<string, unknown>[] {
  return z.array(z.record(z.string(), z.unknown())).parse(fieldsIn(answer).elements);
}

async function answerTo(reply: Promise<Response>): Promise<Answer> {
  const { status, headers, ...rest } = await reply.then(async (got) => ({
    status: got.status,
    headers: got.headers,
    text: await got.text(),
  }));
  return { status, headers, body: rest.text === "" ? null : JSON.parse(rest.text) };
}
