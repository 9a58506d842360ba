import type { Instant } from "@rostrum/contract/formats.ts";
import type { SandboxObject, SandboxObjects } from "./network.ts";

/** In-memory objects of one network, for connector tests, where nothing needs to outlive the process. */
export function memoryObjects(now: () => Instant): SandboxObjects {
  const kinds = new Map<string, Map<string, SandboxObject>>();
  const files = new Map<string, Uint8Array>();
  let lastId = 100_000;
  const ofKind = (kind: string) => kinds.getOrInsertComputed(kind, () => new Map<string, SandboxObject>());
  const store = (kind: string, id: string, document: Record<string, unknown>, createdAt: Instant) =>
    // Store a copy, as a database does: later changes to the caller's object are not stored.
    ofKind(kind).set(id, { id, document: structuredClone(document), createdAt });
  return {
    async get(kind, id) {
      return structuredClone(ofKind(kind).get(id) ?? null);
    },
    async insert(kind, id, document) {
      if (ofKind(kind).has(id)) return false;
      store(kind, id, document, now());
      return true;
    },
    async put(kind, id, document) {
      store(kind, id, document, ofKind(kind).get(id)?.createdAt ?? now());
    },
    async delete(kind, id) {
      ofKind(kind).delete(id);
    },
    async increment(kind, id, field) {
      const object = ofKind(kind).get(id);
      if (object === undefined) return null;
      const sum = Number(object.document[field] ?? 0) + 1;
      store(kind, id, { ...object.document, [field]: sum }, object.createdAt);
      return sum;
    },
    async list(kind, { where = {}, limit = 100 } = {}) {
      const matches = (object: SandboxObject) => Object.entries(where).every(([field, value]) => object.document[field] === value);
      // The sort is stable, so reversing the insertion order first breaks ties as the database does.
      const newestFirst = [...ofKind(kind).values()]
        .reverse()
        .sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
      return structuredClone(newestFirst.filter(matches).slice(0, limit));
    },
    async putBytes(id, bytes) {
      files.set(id, bytes.slice());
    },
    async getBytes(id) {
      return files.get(id)?.slice() ?? null;
    },
    async nextId() {
      lastId += 1;
      return String(lastId);
    },
  };
}
