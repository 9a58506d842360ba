import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import pg from "pg";

/** What a pooler in transaction mode does, and nothing else: each transaction gets whichever connection to the server is free. */
export interface TestPooler extends AsyncDisposable {
  /** The address of the same database through the pooler. */
  readonly url: string;
}

const CONNECTIONS = 3;

const AUTHENTICATION_OK = [0x52, 0, 0, 0, 8, 0, 0, 0, 0];
const READY = [0x5a, 0, 0, 0, 5, 0x49];
const TERMINATE = 0x58;

const QUERY = 0x51;
const NO_TRANSACTIONS = "transaction blocks not allowed in statement pooling mode";

/**
 * A stand-in for PgBouncer with this `pool_mode`; it lets everybody in and forgets all sessions' settings. In the mode `statement` whoever
 * begins a transaction is sent away.
 */
export async function testPooler(url: string, mode: "transaction" | "statement" = "transaction"): Promise<TestPooler> {
  const servers = await Promise.all(Array.from({ length: CONNECTIONS }, () => openServer(url)));
  const free = servers.map(({ socket }) => socket);
  const waiting: ((server: Socket) => void)[] = [];
  const giveBack = (server: Socket) => {
    const next = waiting.shift();
    if (next === undefined) free.push(server);
    else next(server);
  };
  const take = (): Promise<Socket> => {
    // The connection that has been idle for longest, so that a client rarely keeps its own.
    const server = free.shift();
    return server === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(server);
  };
  const clients = new Set<Socket>();
  const pooler = createServer((client) => {
    clients.add(client);
    client.on("error", () => {});
    client.on("close", () => clients.delete(client));
    client.once("data", () => {
      client.write(Buffer.from([...AUTHENTICATION_OK, ...READY]));
      if (mode === "statement")
        client.prependListener("data", (sent) => {
          if (sent[0] === QUERY && /^begin/i.test(sent.toString("latin1", 5))) client.end(fatal(NO_TRANSACTIONS));
        });
      serve(client, { take, giveBack });
    });
  });
  pooler.listen(0, "127.0.0.1");
  await once(pooler, "listening");
  const address = pooler.address();
  if (address === null || typeof address === "string") throw new Error("the pooler does not listen on a port");
  return {
    url: `postgresql://anybody@127.0.0.1:${address.port}/anything`,
    async [Symbol.asyncDispose]() {
      pooler.close();
      for (const client of clients) client.destroy();
      await Promise.all(servers.map(({ end }) => end()));
    },
  };
}

/** https://www.postgresql.org/docs/18/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-ERRORRESPONSE (2026-11). */
function fatal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

interface Pool {
  take(): Promise<Socket>;
  giveBack(server: Socket): void;
}

/** Passes on what a client sends to one server until that is ready for another transaction. */
function serve(client: Socket, { take, giveBack }: Pool): void {
  let taken: Promise<Socket> | null = null;
  client.on("data", (sent) => {
    if (taken === null && sent[0] === TERMINATE) return;
    taken ??= take().then((server) => {
      const isReady = readinessOf();
      server.on("data", (answer: Buffer) => {
        const isOver = isReady(answer);
        if (isOver) {
          taken = null;
          server.removeAllListeners("data");
          giveBack(server);
        }
        client.write(answer);
      });
      return server;
    });
    taken.then((server) => server.write(sent));
  });
}

/** Reads messages, however they are cut, and says of each piece whether it ends with the server idle and outside a transaction. */
function readinessOf(): (piece: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);
  return (piece) => {
    rest = Buffer.concat([rest, piece]);
    let isReady = false;
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const message = rest.subarray(0, rest.readUInt32BE(1) + 1);
      rest = rest.subarray(message.length);
      isReady = message.equals(Buffer.from(READY));
    }
    return isReady && rest.length === 0;
  };
}

/** A connection that the driver has logged in, and that it leaves to the pooler then. */
async function openServer(url: string): Promise<{ readonly socket: Socket; end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const { connection } = client as unknown as { readonly connection: { readonly stream: Socket } };
  const socket = connection.stream;
  socket.removeAllListeners("data");
  return {
    socket,
    async end() {
      socket.destroy();
    },
  };
}
