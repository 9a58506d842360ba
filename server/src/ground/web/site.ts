import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { type Html, raw } from "./html.ts";

const ASSETS = new URL("./assets/", import.meta.url);

/** What all pages look like: their stylesheet, its fonts, and the pictures. */
const FILES: Readonly<Record<string, { readonly type: string; readonly bytes: Buffer }>> = {
  "site.css": asset("site.css", "text/css; charset=utf-8"),
  "inter-latin.woff2": font(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
  "inter-latin-ext.woff2": font(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2")),
  "mark.svg": asset("mark.svg", "image/svg+xml"),
  "stollen.svg": asset("art/stollen.svg", "image/svg+xml"),
  "croissant.svg": asset("art/croissant.svg", "image/svg+xml"),
  "pretzel.svg": asset("art/pretzel.svg", "image/svg+xml"),
};

/** Drawn into the page, so that the word has the text's colour. Our own files, which are safe markup. */
export const MARK: Html = drawing("mark.svg");
export const WORDMARK: Html = drawing("wordmark.svg");

/** The address of a file, which is another one when its content is. */
export function siteFile(name: keyof typeof FILES): string {
  return `/site/${name}?v=${VERSION}`;
}

const VERSION = hash("sha256", Buffer.concat(Object.values(FILES).map(({ bytes }) => bytes))).slice(0, 12);

/** Serves the pages' files. Every part with pages may call it: only the first call has an effect. */
export function mountSite(app: FastifyInstance): void {
  if (app.hasRoute({ method: "GET", url: "/site/site.css" })) return;
  for (const [name, { type, bytes }] of Object.entries(FILES)) {
    app.get<{ Querystring: { v?: unknown } }>(`/site/${name}`, (request, reply) =>
      reply
        .type(type)
        // The stylesheet names fonts without a version: they have one in their names where they come from, and do not change.
        .header("cache-control", request.query.v === VERSION || type === "font/woff2" ? "public, max-age=604800" : "no-cache")
        .header("x-content-type-options", "nosniff")
        .send(bytes),
    );
  }
}

function asset(path: string, type: string) {
  return { type, bytes: readFileSync(new URL(path, ASSETS)) };
}

function font(url: string) {
  return { type: "font/woff2", bytes: readFileSync(new URL(url)) };
}

function drawing(name: string): Html {
  const text = readFileSync(new URL(name, ASSETS), "utf8").trim();
  return raw(text.replace("<svg ", '<svg aria-hidden="true" '));
}
