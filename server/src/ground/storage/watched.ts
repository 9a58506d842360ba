import { MissingFile, type Storage } from "./storage.ts";

/** The same storage, which tells of each call that fails. A file that is not there is no failure of the storage. */
export function watchedStorage(storage: Storage, onFailure: () => void): Storage {
  const watched = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      throw told(error, onFailure);
    }
  };
  return {
    incoming: storage.incoming,
    adopt: (key, path) => watched(storage.adopt(key, path)),
    stream: (key, range) => watched(storage.stream(key, range)),
    async *pieces(key, range, room) {
      try {
        yield* storage.pieces(key, range, room);
      } catch (error) {
        throw told(error, onFailure);
      }
    },
    delete: (key) => watched(storage.delete(key)),
    sizeOf: (key) => watched(storage.sizeOf(key)),
    list: (from) => watched(storage.list(from)),
    claim: (name) => watched(storage.claim(name)),
    sweep: (before) => watched(storage.sweep(before)),
  };
}

function told(error: unknown, onFailure: () => void): unknown {
  if (!(error instanceof MissingFile)) onFailure();
  return error;
}
