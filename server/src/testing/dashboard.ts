import { signIn } from "./program.ts";
import type { Reply, Stage } from "./stage.ts";
import { aVisitor } from "./visitor.ts";

/** The dashboard of one person: requests as its pages make them. */
export interface Dashboard {
  /** The header of the session. */
  readonly cookie: string;
  /** What its pages repeat in every request that changes something. */
  token(): string;
  /** Relative to `/app/api`. `token`: another one than the session's, or none. */
  call(
    method: string,
    path: string,
    body?: unknown,
    change?: { readonly token?: string | null; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Reply>;
}

/** Signs in with the tests' password; null: nobody is signed in. */
export async function aDashboard(stage: Pick<Stage, "url">, email: string | null): Promise<Dashboard> {
  const visitor = aVisitor(stage.url);
  if (email !== null) await signIn(visitor, email);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  let own = "";
  const dashboard: Dashboard = {
    cookie,
    token: () => own,
    async call(method, path, body, { token = own, headers = {} } = {}) {
      const response = await fetch(`${stage.url}/app/api${path}`, {
        method,
        headers: {
          cookie,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === null ? {} : { "x-rostrum-token": token }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  };
  if (email !== null) own = (await dashboard.call("GET", "/session")).body.data.token;
  return dashboard;
}
