import net from 'node:net';

/** Prefix length that providers give one customer, who may use any of its 2^64 addresses. */
const customerGroups = 4;

/**
 * The network under which an address is throttled: an IPv4 address itself, also written as IPv6, or the
 * /64 network of an IPv6 address.
 */
export const networkOf = (address: string): string => {
  if (!net.isIPv6(address)) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  const [start = '', end] = address.replace(/%.*$/, '').split('::');
  const groups = start.split(':').filter(Boolean);
  const last = (end ?? '').split(':').filter(Boolean);
  const zeros = end === undefined ? 0 : 8 - groups.length - last.length;
  const whole = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last];
  const network = whole.slice(0, customerGroups).map((group) => Number.parseInt(group, 16));
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
};
