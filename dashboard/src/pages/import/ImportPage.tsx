import { Text } from "@mantine/core";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { has, useBrand } from "../../api/session.ts";
import { DropOverlay } from "../../parts/DropOverlay.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Steps } from "../../parts/Steps.tsx";
import { useGivenFiles } from "../../parts/use-given-files.ts";
import { CheckStep } from "./CheckStep.tsx";
import { type Draft, draftOf } from "./draft.ts";
import { FileStep } from "./FileStep.tsx";
import { ResultStep } from "./ResultStep.tsx";
import { type ImportSearch, STEPS } from "./search.ts";
import { words } from "./words.ts";

/** Brings the posts of another tool into the brand, in three steps: a file, what would become of it, and how far it is. */
export function ImportPage() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const { id, step: asked } = useSearch({ from: "/brands/$brandId/import" });
  const navigate = useNavigate({ from: "/brands/$brandId/import" });
  const brand = useBrand(brandId);
  const mayEdit = brand !== null && has(brand, "editor");
  const [draft, setDraft] = useState<Draft | null>(null);
  const go = (search: ImportSearch, replace = false) => void navigate({ search, replace });
  const take = (file: File | undefined) => {
    if (!mayEdit || file === undefined) return;
    setDraft(draftOf(file));
    go({ step: "check" });
  };
  const isOver = useGivenFiles(([first]) => take(first));
  if (!mayEdit) {
    return (
      <>
        <PageHead title={words.title} lead={words.lead} />
        <Text>{words.onlyEditors}</Text>
      </>
    );
  }
  const toFile = () => go({});
  const toCheck = () => go({ step: "check" });
  const started = (importId: number) => {
    setDraft(null);
    // Whoever goes back from the result chooses another file.
    go({ id: importId }, true);
  };
  // After a reload the file is not there any more.
  const step = id !== undefined ? "result" : asked === "check" && draft !== null ? "check" : "file";
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Steps
        isRow
        label={words.steps}
        steps={[
          { name: words.stepNames.file, ...(step === "check" && { onGo: toFile }) },
          { name: words.stepNames.check, ...(step === "file" && draft !== null && { onGo: toCheck }) },
          { name: words.stepNames.result },
        ]}
        current={STEPS.indexOf(step)}
      />
      {id !== undefined && <ResultStep key={id} brandId={brandId} importId={id} onAnother={toFile} />}
      {step === "check" && draft !== null && (
        <CheckStep key={draft.mark} brandId={brandId} draft={draft} onDraft={setDraft} onBack={toFile} onStarted={started} />
      )}
      {step === "file" && (
        <FileStep brandId={brandId} file={draft?.file ?? null} onFile={take} onNext={toCheck} onShow={(importId) => go({ id: importId })} />
      )}
      {isOver && <DropOverlay text={words.drop} />}
    </>
  );
}
