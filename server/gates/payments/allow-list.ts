import { BlockList, isIP } from 'node:net';

/**
 * Addresses from which a provider speaks: single ones and networks, IPv4 and IPv6. An IPv4 address that arrives as IPv6
 * (`::ffff:185.71.76.5`) is the same address.
 */
export function allowList(entries: readonly string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (ip) => {
    const family = isIP(ip);
    return family !== 0 && list.check(ip, family === 6 ? 'ipv6' : 'ipv4');
  };
}
