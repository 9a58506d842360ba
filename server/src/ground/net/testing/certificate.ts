import { generateKeyPairSync, sign } from "node:crypto";

/**
 * A self-signed certificate for tests, generated on the spot so that no key is in the repository. Builds DER by hand (X.680,
 * RFC 5280), because Node cannot issue certificates.
 */
export function selfSigned(hostname: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid("2a8648ce3d040302"));
  const name = sequence(set(sequence(oid("550403"), tlv(0x0c, Buffer.from(hostname)))));
  const altName = extension("551d11", sequence(tlv(0x82, Buffer.from(hostname)), tlv(0x87, Buffer.from([127, 0, 0, 1]))));
  const authority = extension("551d13", sequence(tlv(0x01, Buffer.from([0xff]))));
  const body = sequence(
    tlv(0xa0, integer(2)),
    integer(1),
    algorithm,
    name,
    sequence(time("20200101000000Z"), time("21200101000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tlv(0xa3, sequence(altName, authority)),
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return { key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), cert: toPem(certificate) };
}

function tlv(tag: number, content: Uint8Array): Buffer {
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: Uint8Array[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function set(...parts: Uint8Array[]): Buffer {
  return tlv(0x31, Buffer.concat(parts));
}

function integer(value: number): Buffer {
  return tlv(0x02, Buffer.from([value]));
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, "hex"));
}

function time(text: string): Buffer {
  return tlv(0x18, Buffer.from(text));
}

function extension(id: string, content: Uint8Array): Buffer {
  return sequence(oid(id), tlv(0x04, content));
}

function toPem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
}
