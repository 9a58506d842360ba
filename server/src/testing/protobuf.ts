/** A message of Protocol Buffers as its fields, by number: enough to read what has been sent without a schema. */
export type Message = ReadonlyMap<number, readonly (bigint | Uint8Array)[]>;

export function readMessage(bytes: Uint8Array): Message {
  const fields = new Map<number, (bigint | Uint8Array)[]>();
  let at = 0;
  const take = (length: number) => {
    const end = at + length;
    if (end > bytes.length) throw new Error("the message is cut off");
    const part = bytes.subarray(at, end);
    at = end;
    return part;
  };
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const [byte = 0] = take(1);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const field = tag >> 3;
    const value = read(tag & 7);
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;

  function read(wire: number): bigint | Uint8Array {
    if (wire === 0) return varint();
    if (wire === 2) return take(Number(varint()));
    if (wire === 1) return Buffer.from(take(8)).readBigUInt64LE();
    if (wire === 5) return BigInt(Buffer.from(take(4)).readUInt32LE());
    throw new Error(`no wire type ${wire}`);
  }
}

export function messagesIn(message: Message, field: number): Message[] {
  return (message.get(field) ?? []).map((value) => readMessage(bytesOf(value)));
}

export function textIn(message: Message, field: number): string {
  const [value] = message.get(field) ?? [];
  return value === undefined ? "" : Buffer.from(bytesOf(value)).toString("utf8");
}

export function hexIn(message: Message, field: number): string {
  const [value] = message.get(field) ?? [];
  return value === undefined ? "" : Buffer.from(bytesOf(value)).toString("hex");
}

export function numberIn(message: Message, field: number): number {
  const [value = 0n] = message.get(field) ?? [];
  return Number(value);
}

function bytesOf(value: bigint | Uint8Array): Uint8Array {
  if (typeof value === "bigint") throw new Error("a number where bytes are expected");
  return value;
}
