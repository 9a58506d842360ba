import type { ReactNode } from "react";
import { useUndoKey } from "../parts/undo.ts";
import { useFrame } from "./frame.ts";
import { LiveNote } from "./LiveNote.tsx";
import { Navigation } from "./Navigation.tsx";
import { PhoneBar } from "./PhoneBar.tsx";
import css from "./shell.module.css";
import { TabBar } from "./TabBar.tsx";
import { VerifyNote } from "./VerifyNote.tsx";
import { words } from "./words.ts";

/** The frame of all pages: navigation with brand and person, and on the phone a bar above and one below. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { isRail, hasOwnFoot, isFullPage } = useFrame();
  useUndoKey();
  return (
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
    </div>
  );
}
