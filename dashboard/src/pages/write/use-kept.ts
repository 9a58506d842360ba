import { useCallback, useEffect, useRef, useState } from "react";
import { forget, freeName, type Kept, keep, keptName, makeRoom, nameOfBegun, newBegun, type Owner, readKept } from "./kept.ts";
import { type Draft, isBlank } from "./state.ts";

interface Begun {
  /** Null: a new post. */
  readonly postId: number | null;
  /** A new post with which something is shared; `draft` is null if this browser has what became of it. */
  readonly given: { readonly draft: Draft | null } | null;
}

/** Where the browser keeps what is typed: a post has a place of its own, a new one gets one where there is room. */
export function usePlace({ userId, brandId }: Owner, { postId, given }: Begun) {
  const [name, setName] = useState(() => {
    const owner = { userId, brandId };
    if (postId !== null) return keptName(owner, postId);
    // What was written on something shared earlier is not what this is about.
    if (given?.draft) makeRoom(localStorage, owner);
    return given === null ? (nameOfBegun(localStorage, owner) ?? keptName(owner, null)) : keptName(owner, null, "shared");
  });
  /** What is there from before. */
  const [kept] = useState(() => (given?.draft ? null : readKept(localStorage, name)));
  const [begun, setBegun] = useState(() => kept?.begun ?? newBegun());
  // A save may end when it is elsewhere already.
  const now = useRef(name);
  now.current = name;
  const isShared = given !== null;
  return {
    name,
    kept,
    begun,
    /** Another new post is kept here. False if there is no other place: what is shared is looked for in its own. */
    moveOn: useCallback(() => {
      const free = isShared ? null : freeName(localStorage, { userId, brandId });
      if (free !== null) setName(free);
      return free !== null;
    }, [userId, brandId, isShared]),
    moveTo: useCallback((next: string) => {
      forget(localStorage, now.current);
      now.current = next;
      setName(next);
    }, []),
    empty: () => forget(localStorage, now.current),
    /** What is written from now on is another post. */
    beginAnew: () => {
      const there = readKept(localStorage, now.current)?.begun;
      if (there === undefined || there === begun) forget(localStorage, now.current);
      setBegun(newBegun());
    },
  };
}

interface Typed extends Required<Kept> {
  readonly isSaved: boolean;
  /** Another new post is kept in the same place, of another tab or of one that is closed. Returns whether this one has another place now. */
  readonly onTaken: () => boolean;
}

/** Keeps what is typed in the browser on each change, as long as it is not saved. */
export function useKept(name: string, { draft, version, begun, isSaved, onTaken }: Typed): void {
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (key !== name || isSaved || (version === null && isBlank(draft))) return;
      // As it is by now: another tab that let go of what was here may have something else here since.
      const now = readKept(localStorage, name);
      if (now === null) keep(localStorage, name, { draft, version, begun });
      else if (version === null && now.begun !== begun) onTaken();
    };
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  }, [name, draft, version, begun, isSaved, onTaken]);
  useEffect(() => {
    const isEmpty = isSaved || (version === null && isBlank(draft));
    const other = version === null ? readKept(localStorage, name)?.begun : undefined;
    const isTaken = other !== undefined && other !== begun;
    if (isTaken && (isEmpty || onTaken())) return;
    if (isEmpty) forget(localStorage, name);
    else keep(localStorage, name, { draft, version, begun });
  }, [name, draft, version, begun, isSaved, onTaken]);
}
