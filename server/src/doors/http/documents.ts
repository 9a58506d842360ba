import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { parseDocument } from "yaml";
import type { Html } from "../../ground/web/html.ts";
import { mountSite, sendPage } from "../../ground/web/page.ts";
import { OpenApi } from "./docs/document.ts";
import { docsPage } from "./docs/page.ts";
import { help } from "./help.ts";

const FOLDER = new URL("../../../../openapi/", import.meta.url);
const CURRENT = "openapi-v1.2.0.yaml";
const PREVIOUS = "openapi-v1.0.1.yaml";

/**
 * Serves the contract documents below the scope's prefix, without a key and for any origin. They contain `publicUrl`. Register this next
 * to the public API, not inside it: the gates of that scope require a key.
 */
export async function contracts(app: FastifyInstance, { publicUrl }: { readonly publicUrl: string }): Promise<void> {
  for (const name of [CURRENT, PREVIOUS]) {
    const text = once(() => withServer(name, `${publicUrl}/v1`));
    app.get(`/${name}`, async (_request, reply) => sendYaml(reply, await text()));
  }
}

/** The same at the root, and `/docs`, the current one for people, and `/help/`, the documentation. */
export async function documents(app: FastifyInstance, { publicUrl }: { readonly publicUrl: string }): Promise<void> {
  const serverUrl = `${publicUrl}/v1`;
  await app.register(contracts, { publicUrl });
  await app.register(help);
  mountSite(app);
  const stylesheet = once(() => readFile(new URL("./assets/docs.css", import.meta.url), "utf8"));
  app.get("/docs/docs.css", async (_request, reply) =>
    reply
      .type("text/css; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("x-content-type-options", "nosniff")
      .send(await stylesheet()),
  );
  app.get("/openapi.yaml", async (_request, reply) => reply.redirect(`/${CURRENT}`, 302));
  app.get("/docs/", async (_request, reply) => reply.redirect("/docs", 302));
  const page = once(() => pageOf(serverUrl));
  app.get("/docs", async (_request, reply) =>
    sendPage(reply, { title: "API reference", trail: [{ href: "/docs", label: "API reference" }], body: await page() }),
  );
}

function sendYaml(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .type("application/yaml")
    .header("access-control-allow-origin", "*")
    .header("cache-control", "no-store")
    .header("x-content-type-options", "nosniff")
    .send(text);
}

/** The committed document with this service's own address. JSON strings are valid YAML. */
async function withServer(name: string, url: string): Promise<string> {
  const text = await readFile(new URL(name, FOLDER), "utf8");
  const own = text.replace(SERVER, (_, before: string) => before + JSON.stringify(url));
  if (own === text) throw new Error(`${name} names no server`);
  return own;
}

const SERVER = /^(servers:\n {2}- url: ).+$/m;

/** Renders in several turns of the event loop: all at once would block other requests for 200 ms. */
async function pageOf(serverUrl: string): Promise<Html> {
  const document = parseDocument(await withServer(CURRENT, serverUrl));
  await nextTurn();
  const content: unknown = document.toJS();
  await nextTurn();
  return docsPage(OpenApi.parse(content));
}

/** Computes the value on first use, so that startup does not wait for it. A failure is not cached. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
