import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { later } from "../parts/later.tsx";
import { useUndoKey } from "../parts/undo.ts";
import { useFrame } from "./frame.ts";
import { LiveNote } from "./LiveNote.tsx";
import { Navigation } from "./Navigation.tsx";
import { PhoneBar } from "./PhoneBar.tsx";
import { SearchContext, useSearchKeys } from "./search/open.ts";
import css from "./shell.module.css";
import { TabBar } from "./TabBar.tsx";
import { VerifyNote } from "./VerifyNote.tsx";
import { words } from "./words.ts";

const Search = later(async () => (await import("./search/Search.tsx")).Search);

/** The frame of all pages: navigation with brand and person, and on the phone a bar above and one below. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { isRail, hasOwnFoot, isFullPage } = useFrame();
  useUndoKey();
  const [isSearching, { open, close }] = useDisclosure(false);
  useSearchKeys(open);
  return (
    <SearchContext value={open}>
      <div className={css.app} data-rail={isRail || undefined} data-own-foot={hasOwnFoot || undefined}>
        <a className="skip" href="#main">
          {words.skip}
        </a>
        <Navigation isRail={isRail} />
        <PhoneBar />
        <main id="main" tabIndex={-1} className={css.main} data-full={isFullPage || undefined}>
          <div className={css.notes}>
            <LiveNote />
            <VerifyNote />
          </div>
          {children}
        </main>
        {!hasOwnFoot && <TabBar />}
        {isSearching && <Search onClose={close} />}
      </div>
    </SearchContext>
  );
}
