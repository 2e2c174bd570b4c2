/** The address that visitors use, without a slash at its end: what is set, else what this request was sent to. */
export function baseOf({ host }: { readonly host: string | null }, publicUrl: string | undefined): string {
  return publicUrl ?? `http://${host ?? 'localhost'}`;
}
