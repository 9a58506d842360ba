import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { ConfirmButton } from "../../parts/ConfirmButton.tsx";
import { FormProblem } from "../../parts/FormProblem.tsx";
import { formErrors } from "../../parts/field-errors.ts";
import { Section } from "../../parts/Section.tsx";
import { useAct } from "../../parts/use-act.ts";
import { membersQuery } from "./queries.ts";
import { words } from "./words.ts";

export function HandOverPanel({ brand }: { readonly brand: SessionBrand }) {
  const heirs = useSuspenseQuery(membersQuery(brand.id)).data.filter(({ role }) => role !== "owner");
  const [email, setEmail] = useState("");
  const heir = heirs.find((member) => member.email === email);
  const act = useAct(
    ({ email: user }: { readonly email: string; readonly name: string }) => dataOf(api.handOverBrand({ brandId: brand.id, user })),
    {
      done: (_, { name }) => words.handedOver({ name }),
      changes: [membersQuery(brand.id).queryKey, ["session"]],
      showsFailures: true,
    },
  );
  const { fields, other } = formErrors(act.error, ["user"]);
  return (
    <Section title={words.handOver} lead={words.handOverLead}>
      {heirs.length === 0 ? (
        <Text>{words.noHeirs}</Text>
      ) : (
        <Stack maw={440}>
          <NativeSelect
            label={words.heir}
            data={[
              { value: "", label: words.heirHint },
              ...heirs.map((member) => ({ value: member.email, label: `${member.name} (${member.email})` })),
            ]}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            error={fields.user}
          />
          <FormProblem text={other} />
          <Group>
            <ConfirmButton
              label={words.handOver}
              question={words.handOverTo({ name: heir?.name ?? "" })}
              consequence={words.handOverText}
              disabled={heir === undefined}
              loading={act.isPending}
              onConfirm={() => heir !== undefined && act.mutate(heir)}
            />
          </Group>
        </Stack>
      )}
    </Section>
  );
}
