import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { connectors } from "../../server/src/networks/connectors/index.ts";
import { makeDemo } from "../../server/src/running/demo/make.ts";
import { must } from "../../server/src/testing/builders.ts";
import { compiledSources } from "../../server/src/testing/compiled.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { aPicture } from "../../server/src/testing/media.ts";
import { ADMIN_TOKEN, openStage, type Stage } from "../../server/src/testing/stage.ts";
import { ROOT } from "./blocks.ts";

/** The address in documents, which in a test stands for the service's own. */
const ADDRESS = "http://127.0.0.1:4000";
const SHELL = "/bin/bash";

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * A service with its demo, as a reader of the documents has it, and a folder in which commands run. The networks that it reaches are
 * its own sandbox networks, also for channels that are connected with credentials.
 */
export interface Installation extends AsyncDisposable {
  readonly stage: Stage;
  /** The address of a picture on another server. */
  readonly pictureUrl: string;
  /** The address of a feed there. */
  readonly feedUrl: string;
  readonly demo: { readonly apiKey: string; readonly brandId: number; readonly collectionId: number };
  /** Runs lines of a shell as a document shows them; what `instead` names is replaced before. */
  run(lines: string, options?: { readonly instead?: Readonly<Record<string, string>>; readonly input?: string }): Promise<Ran>;
  /** Writes a file into the folder in which commands run. */
  file(name: string, content: string | Uint8Array): Promise<void>;
  /** Writes a file with credentials of an account on a sandbox network. */
  credentials(file: string, type: ChannelType): Promise<void>;
  admin(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** With the demo's key, below `/v1`. */
  api(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

export async function installation(): Promise<Installation> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8", ...hostsAt(`${url}/sandbox`) };
  const stage = opened.use(await openStage(settings));
  const elsewhere = await anotherServer(opened);
  const demo = await makeDemo(stage.app);
  if (demo === null) throw new Error("there is a demo already");
  await programs(folder.path);
  const environment = {
    PATH: `${folder.path}/programs:${process.env.PATH ?? ""}`,
    HOME: folder.path,
    ...compiledSources(),
    ROSTRUM_URL: url,
    ROSTRUM_ADMIN_TOKEN: ADMIN_TOKEN,
    API_KEY: demo.apiKey,
    ROSTRUM_API_KEY: demo.apiKey,
  };
  const running = opened.move();
  return {
    stage,
    pictureUrl: `${elsewhere}/croissant.png`,
    feedUrl: `${elsewhere}/feed.xml`,
    demo,
    async run(lines, { instead = {}, input = "" } = {}) {
      const replaced = Object.entries({ [ADDRESS]: url, "rst_paste-the-key-here": demo.apiKey, ...instead }).reduce(
        (script, [before, now]) => script.replaceAll(before, now),
        lines,
      );
      const shell = spawn(SHELL, ["-e", "-o", "pipefail", "-c", replaced], { cwd: folder.path, env: environment });
      shell.stdin.on("error", () => {}).end(input);
      const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "exit")]);
      return { code: shell.exitCode, out, err };
    },
    file: (name, content) => writeFile(join(folder.path, name), content),
    async credentials(file, type) {
      const credentials = await stage.app.networks.sandboxCredentials({ type, name: `For ${file}` });
      await writeFile(join(folder.path, file), JSON.stringify(credentials));
    },
    admin: (method, path, body) => must(stage.admin(method, path, body)),
    async api(method, path, body) {
      const headers = { Authorization: `Bearer ${demo.apiKey}`, "Content-Type": "application/json" };
      const reply = await fetch(`${url}/v1${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      const { data, ...rest } = (await reply.json()) as { data: Record<string, unknown> };
      if (!reply.ok) throw new Error(JSON.stringify(rest));
      return data;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A server with a picture and a feed; its address. */
async function anotherServer(opened: AsyncDisposableStack): Promise<string> {
  const picture = await aPicture();
  const feed =
    '<rss version="2.0"><channel><title>Blog</title><item><title>Rye</title><link>https://blog.example/rye</link></item></channel></rss>';
  const server = createServer((request, response) => {
    if (request.url === "/feed.xml") response.writeHead(200, { "content-type": "application/rss+xml" }).end(feed);
    else response.writeHead(200, { "content-type": "image/png" }).end(picture);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  opened.defer(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The settings that lead every network's hosts to its sandbox network. */
function hostsAt(sandboxUrl: string): Record<string, string> {
  const settings = Object.entries(connectors).flatMap(([type, { hosts }]) => {
    const { slug } = platforms[type as ChannelType];
    return Object.keys(hosts ?? { api: "" }).map((host) => {
      const [owner, own] = host.includes("/") ? (host.split("/", 2) as [string, string]) : [slug, host];
      const name = `ROSTRUM_${owner}_${own}_URL`.toUpperCase().replaceAll("-", "_");
      return [name, own === "api" ? `${sandboxUrl}/${owner}` : `${sandboxUrl}/${owner}/${own}`] as const;
    });
  });
  return Object.fromEntries(settings);
}

/** `rostrum` of this repository, and `npx` that finds it, as both are where the packages are installed. */
async function programs(folder: string): Promise<void> {
  const directory = join(folder, "programs");
  await mkdir(directory);
  const scripts = {
    rostrum: `exec "${process.execPath}" "${join(ROOT, "cli/bin/rostrum.js")}" "$@"`,
    npx: 'exec "$@"',
  };
  for (const [name, line] of Object.entries(scripts)) {
    await writeFile(join(directory, name), `#!/bin/sh\n${line}\n`);
    await chmod(join(directory, name), 0o755);
  }
}
