import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { LayeredModal } from "../../parts/Dialog.tsx";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { Panel } from "../../parts/Panel.tsx";
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
  const remove = (event: FormEvent) => {
    event.preventDefault();
    act.mutate(undefined);
  };
  const close = () => {
    setDialog(undefined);
    setTitle("");
    act.reset();
  };
  return (
    <Panel title={words.deletion} lead={words.deletionLead}>
      <Group>
        <Button variant="outline" color="red" onClick={() => setDialog("delete")}>
          {words.delete}…
        </Button>
      </Group>
      <LayeredModal opened={dialog === "delete"} onClose={close} title={words.deleteTitle({ title: brand.title })} centered>
        <form onSubmit={remove} noValidate>
          <Stack>
            <Text>{words.deleteText}</Text>
            <TextInput
              label={words.typeTitle({ title: brand.title })}
              data-autofocus
              autoComplete="off"
              value={title}
              onChange={({ currentTarget }) => setTitle(currentTarget.value)}
              error={fields.title}
            />
            <FormProblem text={other} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {words.cancel}
              </Button>
              <Button type="submit" color="red" loading={act.isPending} disabled={title.trim() === ""}>
                {words.deleteForGood}
              </Button>
            </Group>
          </Stack>
        </form>
      </LayeredModal>
    </Panel>
  );
}
