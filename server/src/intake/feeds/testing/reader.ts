import assert from "node:assert/strict";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Feed } from "../item.ts";
import type { ParsedFeed } from "../parse.ts";
import { NO_FEED } from "../refusals.ts";

/** CPU time allowed per document, so that other load on the machine does not count. */
export const MILLISECONDS_MAX = 1000;
/** Past this the reader is considered hung, whatever the load on the machine. */
const HANGS_AFTER_MILLISECONDS = 120_000;
/** Memory allowed besides the reader's code: for a document of 10 MB and what is made of it. */
const MEMORY_MEGABYTES_MAX = 256;

export const ADDRESS = "https://base.example/blog/feed.xml";

export interface Reader extends AsyncDisposable {
  /** The feed; null if it is not one. Fails the test if the reader throws, hangs, or takes too much time or memory. */
  read(body: Uint8Array | string, contentType?: string | null): Promise<Feed | null>;
}

/** A reader in its own thread, so that a document that hangs it fails one test instead of the whole run. */
export function openReader(): Reader {
  let thread: Worker | null = null;
  const close = async () => {
    await thread?.terminate();
    thread = null;
  };
  return {
    async read(body, contentType = null) {
      const bytes = typeof body === "string" ? Buffer.from(body) : body;
      thread ??= new Worker(new URL("reader-thread.ts", import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: MEMORY_MEGABYTES_MAX },
      });
      thread.postMessage({ body: bytes, contentType, url: ADDRESS });
      const { parsed, milliseconds } = await answerOf(thread).catch(async (error: unknown) => {
        await close();
        throw error;
      });
      assert.ok(milliseconds < MILLISECONDS_MAX, `${milliseconds} ms`);
      if (parsed.kind === "feed") return parsed.feed;
      assert.equal(parsed.reason, NO_FEED);
      return null;
    },
    [Symbol.asyncDispose]: close,
  };
}

async function answerOf(thread: Worker): Promise<{ parsed: ParsedFeed; milliseconds: number }> {
  const [answer] = await once(thread, "message", { signal: AbortSignal.timeout(HANGS_AFTER_MILLISECONDS) });
  return answer;
}
