import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** What happens to the next matching request instead of, or after, the network's own response. */
export interface Fault {
  /** Any without it. */
  readonly method?: string;
  /** Matched against the path with its query. */
  readonly path: RegExp;
  /** Matched against the body as JSON, once it is parsed. */
  readonly body?: RegExp;
  readonly act: FaultAct;
  /** How many requests it meets; one by default. */
  readonly times?: number;
  /** How many matching requests it lets through before. */
  readonly after?: number;
}

export type FaultAct =
  /** Carries the request out and closes the connection instead of responding. */
  | "cut"
  /** Closes the connection at once. */
  | "drop"
  /** Responds so instead, or after carrying the request out. */
  | {
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly when?: "before" | "after";
    };

type Moment = "arrived" | "parsed" | "carried out";

interface SetFault {
  readonly fault: Fault;
  passes: number;
  left: number;
}

/** Must be called before routes are added. The returned function sets faults; of those that match, the first meets the request. */
export function addFaults(app: FastifyInstance): (...faults: readonly Fault[]) => void {
  const set: SetFault[] = [];
  const take = (request: FastifyRequest, moment: Moment): FaultAct | null => {
    const index = set.findIndex(({ fault }) => momentOf(fault) === moment && matches(fault, request));
    const met = set[index];
    if (met === undefined) return null;
    met.passes -= 1;
    if (met.passes >= 0) return null;
    met.left -= 1;
    if (met.left === 0) set.splice(index, 1);
    return met.fault.act;
  };
  const answered = new WeakSet<FastifyRequest>();
  const strike = (moment: Moment) => async (request: FastifyRequest, reply: FastifyReply) => {
    const act = take(request, moment);
    if (act === null || act === "cut") return;
    answered.add(request);
    if (act === "drop") {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    await reply
      .status(act.status)
      .headers({ ...act.headers })
      .send(act.body);
  };
  app.addHook("onRequest", strike("arrived"));
  app.addHook("preHandler", strike("parsed"));
  app.addHook("onSend", async (request, reply, payload) => {
    const act = answered.has(request) ? null : take(request, "carried out");
    if (act === "cut") request.raw.socket.destroy();
    if (act === null || typeof act === "string") return payload;
    reply.status(act.status).headers({ "content-type": "application/json", ...act.headers });
    return JSON.stringify(act.body);
  });
  return (...faults) => void set.push(...faults.map((fault) => ({ fault, passes: fault.after ?? 0, left: fault.times ?? 1 })));
}

function momentOf({ act, body }: Fault): Moment {
  if (act === "cut" || (act !== "drop" && act.when === "after")) return "carried out";
  return body === undefined ? "arrived" : "parsed";
}

function matches({ method, path, body }: Fault, request: FastifyRequest): boolean {
  return (
    (method === undefined || method === request.method) &&
    path.test(request.url) &&
    (body === undefined || body.test(JSON.stringify(request.body) ?? ""))
  );
}
