/** Asks a shop in a process of its own as one browser does: with its cookies. */
export function fetchAs(address: string) {
  const cookies = new Map<string, string>();
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'rostok',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const one of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = one.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    return answer.json();
  };
}
