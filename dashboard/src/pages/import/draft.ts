import { type Choices, FIRST_CHOICES, newMark } from "./choices.ts";

/** An import that is not started: kept while somebody goes between its steps. */
export interface Draft {
  readonly file: File;
  readonly choices: Choices;
  /** Of the preview, which shows some of the rows at a time. */
  readonly page: number;
  readonly onlyProblems: boolean;
  /** If a reply is lost, the same again is the same import. */
  readonly mark: string;
}

/** An import of a file with nothing chosen yet. */
export function draftOf(file: File): Draft {
  return { file, choices: FIRST_CHOICES, page: 1, onlyProblems: false, mark: newMark() };
}
