import { useState } from "react";
import { PageHead } from "../../parts/PageHead.tsx";
import { Sections } from "../../parts/Section.tsx";
import { AccountPanel } from "./AccountPanel.tsx";
import { Keys } from "./Keys.tsx";
import { Programs } from "./Programs.tsx";
import { Snippets } from "./Snippets.tsx";
import { words } from "./words.ts";

/** What scripts and programs need, and what one's account allows. */
export function ApiPage() {
  // Never in the address: the key is a secret.
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Sections>
        <Keys onMade={setMade} />
        <Snippets madeKey={made} />
        <Programs />
        <AccountPanel />
      </Sections>
    </>
  );
}
