import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import type { Uploaded } from "../../api/upload.ts";
import { nextUploads, uploadsAfter } from "../media/uploads.ts";
import { uploaded } from "./queries.ts";
import { draftMedium } from "./state.ts";
import type { Composer } from "./use-composer.ts";

interface Note {
  readonly key: number;
  /** As it was given. */
  readonly name: string;
  readonly sent: Uploaded["sent"];
}

/** Uploads files one after the other and adds them to the draft in the order in which they were given. */
export function useFiles({ brandId, changeMedia }: Pick<Composer, "brandId" | "changeMedia">) {
  const queries = useQueryClient();
  const [uploads, step] = useReducer(uploadsAfter, []);
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const nextKey = useRef(1);
  const running = useRef(new Map<number, AbortController>());
  useEffect(() => {
    if (uploads.some(({ state }) => state.kind === "sending")) return;
    const [next] = nextUploads(uploads);
    if (next === undefined || running.current.has(next.key)) return;
    const { key, file } = next;
    const controller = new AbortController();
    running.current.set(key, controller);
    step({ kind: "begun", key });
    void uploaded(brandId, file, { onSent: (share) => step({ kind: "sent", key, share }), signal: controller.signal })
      .then(
        ({ medium, sent }) => {
          if (!controller.signal.aborted) {
            changeMedia((media) => [...media, draftMedium(medium)]);
            if (sent.became !== "same") setNotes((known) => [...known, { key, name: file.name, sent }]);
          }
          step({ kind: "arrived", key });
          return queries.invalidateQueries({ queryKey: ["brand", brandId, "media"] });
        },
        (error: Error) => step({ kind: "failed", key, problem: error.message }),
      )
      .finally(() => running.current.delete(key));
  }, [brandId, changeMedia, queries, uploads]);
  return {
    uploads,
    add: useCallback((files: readonly File[]) => {
      step({ kind: "added", files, firstKey: nextKey.current });
      nextKey.current += files.length;
    }, []),
    /** Cancels what is being sent. */
    dismiss: useCallback((key: number) => {
      running.current.get(key)?.abort();
      step({ kind: "dismissed", key });
    }, []),
    /** What was sent in another form than it was given. */
    notes,
    forget: useCallback((key: number) => setNotes((known) => known.filter((note) => note.key !== key)), []),
    again: useCallback((key: number) => step({ kind: "again", key }), []),
  };
}

export type Files = ReturnType<typeof useFiles>;
