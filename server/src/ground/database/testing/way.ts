import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** A way to a database server that can be cut without either end noticing, or shut. */
export interface Way extends AsyncDisposable {
  /** The address of the same database by this way. */
  readonly url: string;
  /** How many connections it has taken. */
  taken(): number;
  /** From now on nothing arrives at either end, and no connection ends. */
  cut(): void;
  /** What was sent meanwhile arrives. */
  join(): void;
  /** Ends all connections, and takes no more. */
  shut(): void;
}

/** Passes bytes on to the server of a URL, whether that listens on a port or on a socket. */
export async function wayTo(target: string): Promise<Way> {
  const url = new URL(target);
  const folder = url.searchParams.get("host");
  const port = Number(url.searchParams.get("port") ?? (url.port || 5432));
  const place: NetConnectOpts = folder === null ? { host: url.hostname, port } : { path: `${folder}/.s.PGSQL.${port}` };
  /** Where what comes from a socket goes. */
  const pairs = new Map<Socket, Socket>();
  let taken = 0;
  let isCut = false;
  const server = createServer((near) => {
    taken += 1;
    const far = connect(place);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      pairs.set(from, to);
      from.on("error", () => {});
      from.on("close", () => {
        pairs.delete(from);
        if (!isCut) to.destroy();
      });
      if (!isCut) from.pipe(to);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the way has no port");
  url.search = "";
  url.host = `127.0.0.1:${address.port}`;
  const shut = () => {
    server.close();
    for (const socket of pairs.keys()) socket.destroy();
  };
  return {
    url: url.href,
    taken: () => taken,
    cut() {
      isCut = true;
      for (const socket of pairs.keys()) socket.unpipe().pause();
    },
    join() {
      isCut = false;
      for (const [from, to] of pairs) {
        if (to.destroyed) from.destroy();
        else from.pipe(to);
      }
    },
    shut,
    async [Symbol.asyncDispose]() {
      shut();
    },
  };
}
