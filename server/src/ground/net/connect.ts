import { isIP, type LookupFunction, connect as openTcp, type Socket } from "node:net";
import { connect as openTls, type TLSSocket } from "node:tls";
import { CONNECT_SECONDS } from "./caps.ts";
import { type Deadline, unlessAborted } from "./deadline.ts";
import type { Guard, Target } from "./guard.ts";
import { asTrouble, Trouble } from "./trouble.ts";

/** TLS sessions offered by servers, which save a round trip on a new connection to a known host. */
export type TlsSessions = Map<string, Buffer>;
const TLS_SESSIONS_MAX = 500;

/**
 * Opens one socket, TLS included, to one of the addresses allowed by the guard, within `CONNECT_SECONDS`. Throws Trouble, in
 * which case nothing of a request has been sent.
 */
export async function openSocket(options: { target: Target; guard: Guard; sessions: TlsSessions; deadline: Deadline }): Promise<Socket> {
  const { target, guard, sessions, deadline } = options;
  deadline.phase("connect time", CONNECT_SECONDS);
  const addresses = await unlessAborted(guard.addresses(target), deadline.signal);
  const socket = target.secure ? startTls(target, addresses, sessions) : openTcp(tcpOptions(target, addresses));
  try {
    await unlessAborted(connected(socket, target), deadline.signal);
    guard.confirm(socket.remoteAddress, target);
    deadline.check();
  } catch (error) {
    socket.destroy();
    throw asTrouble(error, "unreachable");
  }
  deadline.calm();
  return socket;
}

function connected(socket: Socket, target: Target): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once(target.secure ? "secureConnect" : "connect", resolve);
  // Never removed: later errors are reported through the request and must not become unhandled events.
  socket.on("error", reject);
  socket.once("close", () => reject(new Trouble("unreachable", "connection closed")));
  promise.catch(() => {});
  return promise;
}

function startTls(target: Target, addresses: readonly string[], sessions: TlsSessions): TLSSocket {
  const key = `${target.hostname}:${target.port}`;
  const session = sessions.get(key);
  const socket = openTls({
    ...tcpOptions(target, addresses),
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED can disable the default.
    rejectUnauthorized: true,
    ALPNProtocols: ["http/1.1"],
    ...(isIP(target.hostname) === 0 ? { servername: target.hostname } : {}),
    ...(session === undefined ? {} : { session }),
  });
  socket.on("session", (ticket) => remember(sessions, key, ticket));
  return socket;
}

function remember(sessions: TlsSessions, key: string, ticket: Buffer): void {
  sessions.delete(key);
  sessions.set(key, ticket);
  const oldest = sessions.keys().next();
  if (sessions.size > TLS_SESSIONS_MAX && !oldest.done) sessions.delete(oldest.value);
}

/** Keeps the name for TLS but pins it to the checked addresses, so that a second DNS answer has no effect. */
function tcpOptions(target: Target, addresses: readonly string[]) {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = answers;
  const pinned: LookupFunction = (_name, options, done) => {
    if (first === undefined) done(new Error("no address"), []);
    else if (options.all) done(null, answers);
    else done(null, first.address, first.family);
  };
  return {
    host: target.hostname,
    port: target.port,
    noDelay: true,
    autoSelectFamily: true,
    lookup: pinned,
  };
}
