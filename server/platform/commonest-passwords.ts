let commonest: Promise<ReadonlySet<string>> | null = null;
/** One of the passwords that attackers try first, in any case (docs/decisions/280-codes.md). The list is read when it is first asked for. */
export async function isCommonest(password: string): Promise<boolean> {
  commonest ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return (await commonest).has(password.toLowerCase());
}
