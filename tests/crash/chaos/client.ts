import { randomBytes } from "node:crypto";
import type { Place, Reply } from "../api.ts";
import { digestOf, lostOrDoubled, speechless } from "./kept.ts";

/** Clients that remember what was acknowledged to them and how they were refused. */
export interface Clients {
  /** The same place, with its refusals remembered. */
  readonly place: Place;
  /** Uploads a file that nobody else has. */
  upload(bytes?: number): Promise<Reply>;
  /** Resolves when every request has been answered or given up. */
  done(): Promise<void>;
  /** What was lost, doubled or refused without a sentence; `files`: contents of all media. */
  faults(files: readonly string[]): string[];
}

const UPLOAD_BYTES = 300_000;

export function createClients(ground: Place): Clients {
  const replies: Reply[] = [];
  const open = new Set<Promise<unknown>>();
  const noted = async (reply: Promise<Reply>) => {
    replies.push(await reply);
    return reply;
  };
  const waitedFor = <T>(work: Promise<T>) => {
    open.add(work);
    return work.finally(() => open.delete(work));
  };
  const acknowledged: string[] = [];
  const doubtful: string[] = [];
  return {
    place: {
      ...ground,
      api: (method, path, body) => noted(ground.api(method, path, body)),
      operator: (method, path, body) => noted(ground.operator(method, path, body)),
    },
    upload: (size = UPLOAD_BYTES) => waitedFor(send(size)),
    async done() {
      while (open.size > 0) await Promise.allSettled(open);
    },
    faults: (files) => {
      const asked = new Set([...acknowledged, ...doubtful]);
      const present = files.filter((digest) => asked.has(digest));
      return [...lostOrDoubled({ kind: "file", acknowledged, doubtful, present }), ...speechless(replies)];
    },
  };

  async function send(size: number): Promise<Reply> {
    const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(size)]);
    const form = new FormData();
    form.set("media", new Blob([bytes], { type: "application/pdf" }), "menu.pdf");
    const reply = await noted(ground.api("POST", "/media", form));
    if (reply?.status === 201) acknowledged.push(digestOf(bytes));
    else if (reply === null || reply.status >= 500) doubtful.push(digestOf(bytes));
    return reply;
  }
}
