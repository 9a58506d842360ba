import { Button, Group, TextInput } from "@mantine/core";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormDialog } from "../../parts/FormDialog.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { words } from "./words.ts";

const HERE = "/brands/$brandId/settings";

/** Deletes the brand once its title has been typed. */
export function DeletePanel({ brand }: { readonly brand: SessionBrand }) {
  const { dialog } = useSearch({ from: HERE });
  const navigate = useNavigate({ from: HERE });
  const setDialog = (to: "delete" | undefined) => void navigate({ search: (search) => ({ ...search, dialog: to }), resetScroll: false });
  const [title, setTitle] = useState("");
  const act = useAct(
    async () => {
      await dataOf(api.deleteBrand({ brandId: brand.id, title }));
      // First away from here: the brand's pages are not there any more.
      await navigate({ to: "/", state: { leftBrandId: brand.id } });
    },
    { done: () => words.deleted({ title: brand.title }), changes: [["session"]], showsFailures: true },
  );
  const { fields, other } = formErrors(act.error, ["title"]);
  const close = () => {
    setDialog(undefined);
    setTitle("");
    act.reset();
  };
  return (
    <Section title={words.deletion} lead={words.deletionLead}>
      <Group>
        <Button variant="outline" color="red" onClick={() => setDialog("delete")}>
          {words.delete}…
        </Button>
      </Group>
      {dialog === "delete" && (
        <FormDialog
          title={words.deleteTitle({ title: brand.title })}
          lead={words.deleteText}
          submit={words.deleteForGood}
          isDangerous
          isPending={act.isPending}
          canSubmit={title.trim() !== ""}
          problem={other}
          onSubmit={() => act.mutate(undefined)}
          onClose={close}
        >
          <TextInput
            label={words.typeTitle({ title: brand.title })}
            data-autofocus
            autoComplete="off"
            value={title}
            onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            error={fields.title}
          />
        </FormDialog>
      )}
    </Section>
  );
}
