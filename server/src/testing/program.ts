import { createHash, randomBytes } from "node:crypto";
import { must } from "./builders.ts";
import { call, type Reply, type Stage } from "./stage.ts";
import { aVisitor, type Visited, type Visitor } from "./visitor.ts";

export const REDIRECT_URI = "http://127.0.0.1:8765/callback";
export const PASSWORD = "correct horse";

/** A user with a password and a brand, signed in in their own browser. */
export interface SignedIn {
  readonly email: string;
  readonly brandId: number;
  readonly visitor: Visitor;
}

export async function aSignedIn(stage: Stage): Promise<SignedIn> {
  const email = `${randomBytes(6).toString("hex")}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Ada Baker", email, password: PASSWORD }));
  const { id } = await must(stage.admin("POST", "/brands", { owner: email, title: "Corner Bakery" }));
  const visitor = aVisitor(stage.url);
  await signIn(visitor, email);
  return { email, brandId: id, visitor };
}

export async function signIn(visitor: Visitor, email: string, password = PASSWORD): Promise<Visited> {
  return visitor.submit(await visitor.get("/sign-in"), "/sign-in", { email, password });
}

/** A registered OAuth client that makes its own verifiers and HTTP requests. */
export interface Program {
  readonly clientId: string;
  /** A request with what is changed in it; null leaves a parameter out. */
  request(change?: Readonly<Record<string, string | null>>): { readonly path: string; readonly verifier: string };
  token(fields: Readonly<Record<string, string>>): Promise<Reply>;
  exchange(code: string, verifier: string, change?: Readonly<Record<string, string>>): Promise<Reply>;
  refresh(refreshToken: string, change?: Readonly<Record<string, string>>): Promise<Reply>;
  /** The whole flow: request, consent, tokens. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare bodies whole
  connect(person: SignedIn, fields?: Readonly<Record<string, string>>): Promise<any>;
}

export async function aProgram(stage: Pick<Stage, "url">, metadata: Readonly<Record<string, unknown>> = {}): Promise<Program> {
  const asked = { client_name: "Sous-chef", redirect_uris: [REDIRECT_URI], ...metadata };
  const { status, body } = await call(`${stage.url}/oauth/register`, "POST", null, asked);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return programOf(stage, body.client_id);
}

export function programOf(stage: Pick<Stage, "url">, clientId: string): Program {
  const program: Program = {
    clientId,
    request(change = {}) {
      const verifier = randomBytes(32).toString("base64url");
      const parameters = new URLSearchParams();
      const usual = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: REDIRECT_URI,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        state: "some state & more",
        resource: `${stage.url}/mcp`,
      };
      for (const [name, value] of Object.entries({ ...usual, ...change })) if (value !== null) parameters.set(name, value);
      return { path: `/oauth/authorize?${parameters}`, verifier };
    },
    async token(fields) {
      const response = await fetch(`${stage.url}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({ client_id: clientId, ...fields }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    exchange: (code, verifier, change = {}) =>
      program.token({ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: REDIRECT_URI, ...change }),
    refresh: (refreshToken, change = {}) => program.token({ grant_type: "refresh_token", refresh_token: refreshToken, ...change }),
    async connect(person, fields = {}) {
      const { path, verifier } = program.request();
      const { status, body } = await program.exchange(codeOf(await allow(person, path, fields)), verifier);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body;
    },
  };
  return program;
}

/** The response after the user opens `path` and allows the request. */
export async function allow({ visitor }: SignedIn, path: string, fields: Readonly<Record<string, string>> = {}): Promise<Visited> {
  return visitor.submit(await visitor.get(path), "/oauth/authorize", { decision: "allow", ...fields });
}

/** What the answer says to the program. */
export function answerOf({ status, location, text }: Visited): URLSearchParams {
  if (status !== 303 || location === null) throw new Error(`no answer but ${status}: ${text}`);
  return new URL(location).searchParams;
}

export function codeOf(answer: Visited): string {
  return answerOf(answer).get("code") ?? "";
}

/** Whether the tool server accepts the token. */
export async function isLetIn(stage: Stage, token: string): Promise<boolean> {
  const response = await fetch(`${stage.url}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  await response.body?.cancel();
  if (response.status !== 200 && response.status !== 401) throw new Error(`the tool server answers ${response.status}`);
  return response.status === 200;
}
