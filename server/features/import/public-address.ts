import { BlockList, isIP } from 'node:net';

const closed = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(address, bits, 'ipv4');
// Tunnels (Teredo, 6to4) lead to any IPv4 address, the rest is for documents and tests.
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(address, bits, 'ipv6');
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');

/**
 * True for an address of the public internet only: no loopback, private, link-local, shared, multicast or tunnel
 * address, so that a feed cannot make the shop read its own network (docs/product/catalogue.md#importer).
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  // Everything that maps or embeds IPv4 lies outside 2000::/3.
  return family === 6 && !address.includes('%') && open6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
