import { Button, Radio, Stack, TextInput } from "@mantine/core";
import type { ChannelKind } from "@rostrum/contract/private/channel-kinds.ts";
import { IconLogin2 } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { api, dataOf } from "../../api/client.ts";
import { FormProblem } from "../FormProblem.tsx";
import { networkName } from "../look/networks.ts";
import { useAct } from "../use-act.ts";
import { waysTo } from "./way.ts";
import { words } from "./words.ts";

interface Props {
  readonly brandId: number;
  readonly kind: ChannelKind;
  /** A channel to connect again; null: new ones. */
  readonly channel: { readonly id: number; readonly sandbox: boolean } | null;
  /** The page to come back to. */
  readonly returnTo: string;
  /** Instead of the name of the network. */
  readonly label?: string;
  /** Right before the person is sent away. */
  readonly onStart?: () => void;
  /** Whether they are sent on without a click, if nothing has to be known or chosen before. */
  readonly follows?: boolean;
}

/** By the application that the person lets in. */
const WAYS: Readonly<Record<string, { readonly label: string; readonly text: string }>> = {
  facebook: { label: words.byFacebook, text: words.byFacebookText },
  instagram: { label: words.byInstagram, text: words.byInstagramText },
  linkedin: { label: words.toProfile, text: words.toProfileText },
  "linkedin-pages": { label: words.toPages, text: words.toPagesText },
};

/** The button that leads to a network's log-in, with what has to be known before. */
export function LogInNext({ brandId, kind, channel, returnTo, label, onStart, follows = false }: Props) {
  const ways = channel?.sandbox === true ? waysTo({ ...kind, logIns: kind.logIns.map((one) => ({ ...one, ready: false })) }) : waysTo(kind);
  const [application, setApplication] = useState(ways[0]?.application ?? "");
  const [asked, setAsked] = useState("");
  const way = ways.find((one) => one.application === application) ?? ways[0];
  const start = useAct(
    (given: NonNullable<typeof way>) =>
      dataOf(
        api.startLogIn({
          brandId,
          type: kind.type,
          application: given.application,
          sandbox: given.sandbox,
          asked,
          returnTo,
          ...(channel !== null && { channelId: channel.id }),
        }),
      ),
    { changes: [], showsFailures: true },
  );
  const leave = (given: NonNullable<typeof way>) =>
    start.mutate(given, {
      onSuccess: ({ url }) => {
        onStart?.();
        location.assign(url);
      },
    });
  const hasFollowed = useRef(false);
  useEffect(() => {
    if (!follows || hasFollowed.current || way === undefined || way.asks !== null || ways.length > 1) return;
    hasFollowed.current = true;
    leave(way);
  });
  if (way === undefined) return null;
  const network = networkName(kind.type);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        leave(way);
      }}
    >
      <Stack gap="sm" align="flex-start">
        {ways.length > 1 && (
          <Radio.Group label={words.ways({ network })} value={way.application} onChange={setApplication}>
            <Stack gap="xs" mt="xs">
              {ways.map((one) => (
                <Radio
                  key={one.application}
                  value={one.application}
                  label={WAYS[one.application]?.label ?? one.application}
                  description={WAYS[one.application]?.text}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        {way.asks !== null && (
          <TextInput
            label={way.asks.label}
            placeholder={way.asks.example}
            value={asked}
            required
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ currentTarget }) => setAsked(currentTarget.value)}
          />
        )}
        <FormProblem text={start.error?.message ?? null} />
        <Button type="submit" loading={start.isPending || start.isSuccess} leftSection={<IconLogin2 size={18} aria-hidden />}>
          {label ?? (way.sandbox ? words.logInSandbox({ network }) : words.logIn({ network }))}
        </Button>
      </Stack>
    </form>
  );
}
