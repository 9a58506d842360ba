// Runs a real PDS and a PLC directory, on 127.0.0.1 only, until standard input ends. Prints one line of JSON when ready:
// {"address", "directoryAddress", "jwtSecret"}. A separate process, since neither server clears all its timers when it stops.
// The servers' own start() listens on every address, so their applications get our own listeners instead.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { PDS } from "@atproto/pds";
import plcServer from "@did-plc/server";

const plc = plcServer.PlcServer.create({ db: plcServer.Database.mock() });
const plcListener = await listen();
const directoryAddress = addressOf(plcListener);
plcListener.on("request", plc.app);

const pdsListener = await listen();
const directory = await mkdtemp(path.join(tmpdir(), "rostrum-pds-"));
const jwtSecret = randomBytes(16).toString("hex");
const pds = await PDS.fromEnv({
  devMode: true,
  hostname: "localhost",
  port: pdsListener.address().port,
  dataDirectory: directory,
  blobstoreDiskLocation: path.join(directory, "blobs"),
  didPlcUrl: directoryAddress,
  serviceHandleDomains: [".test"],
  inviteRequired: false,
  disableSsrfProtection: true,
  plcRotationKeyK256PrivateKeyHex: privateKey(),
  jwtSecret,
  adminPassword: randomBytes(16).toString("hex"),
});
await pds.ctx.sequencer.start();
pdsListener.on("request", pds.app);
process.stdout.write(`${JSON.stringify({ address: addressOf(pdsListener), directoryAddress, jwtSecret })}\n`);

process.stdin.resume();
process.stdin.on("end", async () => {
  pdsListener.closeAllConnections();
  plcListener.closeAllConnections();
  await pds.ctx.destroy();
  await rm(directory, { recursive: true, force: true });
  process.exit(0);
});

function listen() {
  const server = createServer();
  return new Promise((resolve, reject) => server.on("error", reject).listen(0, "127.0.0.1", () => resolve(server)));
}

function addressOf(server) {
  return `http://127.0.0.1:${server.address().port}`;
}

/** With the top bit cleared, the number is below the order of the curve. */
function privateKey() {
  const bytes = randomBytes(32);
  bytes[0] &= 0x7f;
  return bytes.toString("hex");
}
