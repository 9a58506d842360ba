import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A mail as it arrived. */
export interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  /** As sent: headers and parts. */
  readonly raw: string;
  readonly subject: string;
  readonly messageId: string;
  /** The part in plain text. */
  readonly text: string;
  readonly html: string;
  /** The first link of the plain text, as a path of the service; null if there is none. */
  readonly path: string | null;
  readonly isSecure: boolean;
  readonly user: string | null;
}

/** A mail server on this machine that does what a test tells it to. */
export interface Mailbox extends AsyncDisposable {
  readonly url: string;
  readonly arrived: Arrived[];
  /** Answers of the next mails instead of taking them: a status, or the connection is cut once the mail has been sent. */
  readonly faults: (number | "cut")[];
  /** Whether nothing may be sent in the name of whoever sends. */
  refusesSender: boolean;
  /** What it answers when it is told a recipient; null: it takes them all. */
  refusesRecipient: string | null;
  /** How often somebody has connected. */
  readonly connections: () => number;
  to(address: string): Arrived[];
}

export async function aMailbox({
  isPlain = false,
  logIn = false,
}: {
  readonly isPlain?: boolean;
  readonly logIn?: boolean;
} = {}): Promise<Mailbox> {
  const arrived: Arrived[] = [];
  const faults: (number | "cut")[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: !logIn,
    hideSTARTTLS: isPlain,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onConnect(_session, callback) {
      connections += 1;
      callback();
    },
    onAuth: ({ username, password }, _session, callback) =>
      password === "s3cret/word" ? callback(null, { user: username }) : callback(Object.assign(new Error("Wrong"), { responseCode: 535 })),
    onMailFrom: (_address, _session, callback) =>
      callback(mailbox.refusesSender ? Object.assign(new Error("Not you"), { responseCode: 550 }) : null),
    onRcptTo: (_address, _session, callback) => {
      const { refusesRecipient: words } = mailbox;
      callback(words === null ? null : Object.assign(new Error(words.slice(4)), { responseCode: Number(words.slice(0, 3)) }));
    },
    onData(stream, session, callback) {
      void text(stream).then((raw) => {
        const fault = faults.shift();
        const { envelope, secure, user } = session;
        if (fault === "cut") {
          for (const connection of server.connections) connection._socket.destroy();
          return;
        }
        if (fault !== undefined) return callback(Object.assign(new Error("Not this one"), { responseCode: fault }));
        arrived.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          ...parsed(raw),
          isSecure: secure,
          user: typeof user === "string" ? user : null,
        });
        callback();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const mailbox: Mailbox = {
    url: `smtp://${logIn ? "rostrum:s3cret%2Fword@" : ""}127.0.0.1:${port}`,
    arrived,
    faults,
    refusesSender: false,
    refusesRecipient: null,
    connections: () => connections,
    to: (address) => arrived.filter(({ to }) => to.includes(address)),
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
  return mailbox;
}

function parsed(raw: string): Omit<Arrived, "from" | "to" | "isSecure" | "user"> {
  const [head = ""] = raw.split("\r\n\r\n");
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head.replace(/\r\n[ \t]+/g, " "))?.[1] ?? "";
  const plain = part(raw, "text/plain");
  const link = /^https?:\/\/\S+/m.exec(plain)?.[0] ?? null;
  const url = link === null ? null : new URL(link);
  return {
    raw,
    subject: header("Subject"),
    messageId: header("Message-ID"),
    text: plain,
    html: part(raw, "text/html"),
    path: url === null ? null : `${url.pathname}${url.search}`,
  };
}

function part(raw: string, type: string): string {
  const found = raw.split(/\r\n--[^\r\n]+/).find((one) => one.includes(`Content-Type: ${type}`)) ?? "";
  const [head = "", ...body] = found.split("\r\n\r\n");
  const text = body.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(text, "base64").toString("utf8");
  if (!/quoted-printable/i.test(head)) return text;
  const bytes = text.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
