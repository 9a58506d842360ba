import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { logoUrlOf } from "../../brands/brands/logo-rules.ts";
import { listMemberBrands } from "../../brands/brands/store.ts";
import { DASHBOARD, formToken } from "../../people/sign-in/forms.ts";
import type { Session } from "../../people/sign-in/sessions.ts";
import { presentViewer } from "../../people/users/present.ts";

/** Who is signed in, their brands, and the token for requests that change something. */
export async function showSession(
  app: App,
  _input: unknown,
  { session }: { readonly session: Session },
): Promise<PrivateOutput<"showSession">> {
  const { viewer, email, isOperator, isDemo, language } = session;
  await app.changes.expect();
  // Before anything is read: what changes from here on is asked for again.
  const position = app.changes.position();
  const brands = await listMemberBrands(app.db, viewer.userId);
  return {
    user: { ...presentViewer(viewer), email, isOperator, isVerified: viewer.verified, isDemo, language },
    token: formToken(app, session, DASHBOARD),
    position,
    brands: brands.map(({ logoMark, ...brand }) => ({ ...brand, logoUrl: logoUrlOf(brand.id, logoMark) })),
    service: { publicUrl: app.config.publicUrl, mail: app.config.mail !== null, sandbox: app.config.sandbox !== "off" },
  };
}
