import { Alert, Anchor, Button, Group, List, Loader, NativeSelect, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { collectionsQuery } from "../../api/brand-queries.ts";
import { has, useSession } from "../../api/session.ts";
import { Empty } from "../../parts/Empty.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { lastBrand, lastCollection, rememberBrand, rememberCollection } from "../../share/last-used.ts";
import { isEmpty, keepShared, postOf, readShared, type Shared } from "../../share/shared.ts";
import { printSize } from "../media/facts.ts";
import type { ShareSearch } from "./search.ts";
import { words } from "./words.ts";

/** What was shared from elsewhere, and where to write a post with it. Any page can lead here, so nothing happens without a click. */
export function SharePage() {
  const search = useSearch({ from: "/share" });
  const shared = useShared(search);
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      {search.problem === "kept" && (
        <Alert color="red" role="alert" title={words.notKept} maw={640}>
          {words.notKeptText}
        </Alert>
      )}
      {search.problem === undefined && shared === undefined && <Loader aria-label={words.title} />}
      {search.problem === undefined && shared === null && <Empty title={words.nothing} text={words.nothingText} />}
      {search.problem === undefined && shared != null && <Offer shared={shared} />}
    </>
  );
}

/** Undefined until it is read; null if there is nothing. */
function useShared({ title = "", text = "", url = "", from }: ShareSearch): Shared | null | undefined {
  const [kept, setKept] = useState<Shared | null | undefined>(undefined);
  useEffect(() => {
    if (from !== "device") return;
    void readShared().then(setKept, () => setKept(null));
  }, [from]);
  const shared = from === "device" ? kept : { title, text, url, files: [] };
  return shared == null || !isEmpty(shared) ? shared : null;
}

function Offer({ shared }: { readonly shared: Shared }) {
  const navigate = useNavigate();
  const brands = useSession().brands.filter((brand) => has(brand, "editor"));
  const [brandId, setBrandId] = useState(() => lastBrand(localStorage, brands)?.id ?? null);
  const { data: collections, error } = useQuery({ ...collectionsQuery(brandId ?? 0), enabled: brandId !== null });
  const [chosen, setChosen] = useState<number | null>(null);
  if (brandId === null) return <Alert color="blue">{words.noBrands}</Alert>;
  const collection = collections?.find(({ id }) => id === chosen) ?? lastCollection(localStorage, brandId, collections ?? []);
  const write = async () => {
    rememberBrand(localStorage, brandId);
    if (collection !== null) rememberCollection(localStorage, brandId, collection.id);
    const isKept = await keepShared(shared).catch(() => false);
    const { caption, link } = postOf(shared);
    // Where nothing can be kept, as without https, the words travel in the address.
    const search = isKept ? { shared: true as const } : { shared: true as const, caption, link };
    await navigate({
      to: "/brands/$brandId/write",
      params: { brandId },
      search: { ...search, ...(collection && { collection: collection.id }) },
    });
  };
  return (
    <Stack maw={640}>
      <Panel title={words.what}>
        <What shared={shared} />
      </Panel>
      <Group align="flex-start" grow>
        <NativeSelect
          label={words.brand}
          value={brandId}
          onChange={({ currentTarget: { value } }) => {
            setBrandId(Number(value));
            setChosen(null);
          }}
          data={brands.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
        {collections !== undefined && collections.length > 0 && (
          <NativeSelect
            label={words.collection}
            value={collection?.id ?? ""}
            onChange={({ currentTarget: { value } }) => setChosen(Number(value))}
            data={collections.map(({ id, title }) => ({ value: String(id), label: title }))}
          />
        )}
      </Group>
      {collections === undefined && error !== null && <Text role="alert">{error.message}</Text>}
      {collections?.length === 0 && <Text>{words.noCollections}</Text>}
      <Group>
        <Button onClick={() => void write()} disabled={collections === undefined || collections.length === 0}>
          {words.write}
        </Button>
      </Group>
    </Stack>
  );
}

function What({ shared }: { readonly shared: Shared }) {
  const { caption, link } = postOf(shared);
  return (
    <Stack gap="sm">
      {caption !== "" && <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{caption}</Text>}
      {link !== "" && (
        <Anchor href={link} target="_blank" rel="noreferrer" style={{ overflowWrap: "anywhere" }}>
          {link}
        </Anchor>
      )}
      {shared.files.length > 0 && (
        <List aria-label={words.files}>
          {shared.files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: files of one name are told apart by their place alone
            <List.Item key={index}>{words.file({ name: file.name, size: printSize(file.size) })}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}
