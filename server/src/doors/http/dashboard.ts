import { readdir, readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../../app.ts";
import { notBuiltPage, notKeptPage } from "../../ground/web/failures.ts";
import { mountSite, sendPage } from "../../ground/web/page.ts";
import { HOME } from "../../people/sign-in/return-path.ts";
import { pathToSignIn, sendSignIn } from "../../people/sign-in/routes.ts";
import { sessionOf } from "../../people/sign-in/sessions.ts";
import { sendInvitation } from "../sign-up/invitation.ts";
import { ignoreBodies } from "./json-body.ts";

const BUILT = new URL("../../../../dashboard/dist/", import.meta.url);
const ASSETS = "app/assets/";

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  map: "application/json",
  png: "image/png",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

const INVITATIONS = "/invitations/*";
const WORKER = "service-worker.js";
/** It asks for pages and nothing else. */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Scripts come from this service alone and never from the page's text. Mantine sets sizes and colours in style attributes. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * The dashboard as Vite has built it: its files, and its page at every address that it shows something at. Who is not signed in sees
 * the sign-in at `/`, and is sent there from elsewhere.
 */
export async function dashboard(scope: FastifyInstance, { app }: { readonly app: App }): Promise<void> {
  const built = await readBuilt();
  mountSite(scope);
  for (const [name, file] of built?.assets ?? []) {
    // Names contain a hash of the content.
    scope.get(`/${ASSETS}${name}`, async (_request, reply) =>
      reply.type(typeOf(name)).header("cache-control", "public, max-age=31536000, immutable").send(file),
    );
  }

  for (const [name, file] of built?.fixed ?? []) {
    scope.get(`/app/${name}`, async (_request, reply) => {
      // Asked for again each time, so that a new version counts at once.
      reply.type(typeOf(name)).header("cache-control", "no-cache").header("x-content-type-options", "nosniff");
      if (name === WORKER) reply.header("service-worker-allowed", "/").header("content-security-policy", WORKER_POLICY);
      return reply.send(file);
    });
  }
  await scope.register(async (within) => {
    ignoreBodies(within);
    within.post("/share", async (_request, reply) => sendPage(reply, notKeptPage));
  });

  for (const path of ["/", "/brands/*", "/settings/*", "/operator", INVITATIONS, "/share", "/write", "/calendar", "/welcome"]) {
    scope.get(path, async (request, reply) => {
      const session = await sessionOf(app, request);
      if (session === null) return sendAway(app, path, request, reply);
      if (built === null) return sendPage(reply, notBuiltPage);
      return reply.type("text/html; charset=utf-8").header("content-security-policy", POLICY).send(built.page);
    });
  }
}

/** What somebody sees who is not signed in: where they can be told more than that they have to, they are. */
async function sendAway(app: App, path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (path === HOME) return sendSignIn(app, request, reply, HOME);
  if (path === INVITATIONS) return sendInvitation(app, request, reply);
  return reply.redirect(pathToSignIn(request.url), 303);
}

function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

interface Built {
  readonly page: string;
  readonly assets: readonly NamedFile[];
  /** Files whose names never change. */
  readonly fixed: readonly NamedFile[];
}

type NamedFile = readonly [name: string, file: Buffer];

/** Null while it has not been built, as after an installation without scripts. */
async function readBuilt(): Promise<Built | null> {
  const page = await readFile(new URL("index.html", BUILT), "utf8").catch(() => null);
  if (page === null) return null;
  const icons = (await readdir(new URL("app/icons/", BUILT))).map((name) => `icons/${name}`);
  return {
    page,
    assets: await readAll(new URL(ASSETS, BUILT), await readdir(new URL(ASSETS, BUILT))),
    fixed: await readAll(new URL("app/", BUILT), [WORKER, "manifest.webmanifest", ...icons]),
  };
}

function readAll(folder: URL, names: readonly string[]): Promise<NamedFile[]> {
  return Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder))] as const));
}
