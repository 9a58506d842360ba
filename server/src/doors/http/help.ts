import { glob, readFile } from "node:fs/promises";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { html, raw } from "../../ground/web/html.ts";
import { sendPage } from "../../ground/web/page.ts";
import { type HelpPage, helpPage } from "./docs/help-page.ts";

const ROOT = new URL("../../../../", import.meta.url);
const INDEX = "docs/README.md";
/** Pages that earlier versions called otherwise. */
const RENAMED = { operating: "running", operations: "alerts", webhook: "webhook-channel" } as const;

/**
 * The documentation of this version for people, at `/help/`: `docs/networks/linkedin.md` is `/help/networks/linkedin`. It is part of every
 * installation, because messages name its pages. Without a key, like the reference beside it.
 */
export async function help(app: FastifyInstance): Promise<void> {
  const files = await filesOf();
  for (const file of files.filter((path) => path.endsWith(".png"))) {
    app.get(addressOf(file), async (_request, reply) =>
      reply
        .type("image/png")
        .header("cache-control", "no-cache")
        .header("x-content-type-options", "nosniff")
        .send(await readFile(new URL(file, ROOT))),
    );
  }
  const made = new Map<string, Promise<HelpPage>>();
  for (const file of files.filter((path) => path.endsWith(".md"))) {
    const address = addressOf(file);
    const page = () => made.getOrInsertComputed(file, () => pageOf(file, files));
    app.get(address, async (_request, reply) => {
      const { title, body } = await page();
      const trail = [{ href: "/help/", label: "Help" }, ...(file === INDEX ? [] : [{ href: address, label: title }])];
      return sendPage(reply, {
        title,
        trail,
        body: html`<link rel="stylesheet" href="/docs/docs.css"><article class="docs help" lang="en">${raw(body)}</article>`,
      });
    });
    // The name of its file, as people and programs of other versions know it.
    if (file.startsWith("docs/")) app.get(`/${file}`, async (_request, reply) => reply.redirect(address, 302));
  }
  for (const [before, now] of Object.entries(RENAMED)) {
    for (const path of [`/help/${before}`, `/docs/${before}.md`]) {
      app.get(path, async (_request, reply) => reply.redirect(`/help/${now}`, 302));
    }
  }
  app.get("/help", async (_request, reply) => reply.redirect("/help/", 302));
}

async function filesOf(): Promise<readonly string[]> {
  const cwd = fileURLToPath(ROOT);
  return await Array.fromAsync(glob(["README.md", "CHANGELOG.md", "docs/**/*.{md,png}"], { cwd }));
}

/** The file's text is the project's own: what is in it may be shown as it is. */
async function pageOf(file: string, files: readonly string[]): Promise<HelpPage> {
  const known = new Set(files);
  return helpPage(await readFile(new URL(file, ROOT), "utf8"), (target) => {
    const path = posix.join(posix.dirname(file), target);
    return known.has(path) ? addressOf(path) : null;
  });
}

function addressOf(file: string): string {
  if (file === "README.md") return "/help/start";
  return `/help/${file
    .replace(/^docs\//, "")
    .replace(/(^|\/)README\.md$/, "$1")
    .replace(/\.md$/, "")
    .toLowerCase()}`;
}
