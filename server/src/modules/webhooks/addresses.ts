// Where webhooks may be sent: to public addresses over https, and to the hosts that WEBHOOK_HOSTS names. Whoever may make
// a webhook must not reach what only the server can reach (SSRF).
import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { fieldError } from '../../app-error.ts';
import { type Message, say } from '../../say.ts';

/** Why an address is not sent to, by the id of a message. */
export class AddressRefused extends Error {
  readonly id: 'webhook-private' | 'webhook-no-host';

  constructor(id: AddressRefused['id']) {
    super(id);
    this.id = id;
  }
}

const isNamed = ({ host, hostname }: URL, hosts: readonly string[]): boolean =>
  hosts.some((named) => [host, hostname].includes(named.toLowerCase()));

/** Where public addresses of IPv6 are; the library calls what nobody has given out yet unicast too. */
const global = ipaddr.parseCIDR('2000::/3');

/** Neither private, loopback, link-local, carrier-grade, multicast nor reserved; IPv4 in IPv6 counts as IPv4. */
const isPublic = (text: string): boolean => {
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(global));
};

/** Without the brackets of an IPv6 address. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Asks name servers directly, at most twice for 3 s. The system's own look-up takes one of the few threads that files
 * and compression need too, for as long as a name server likes. Made anew for each receiver: it knows the name servers
 * that the machine had then.
 */
export const nameServers = (): Resolver => new Resolver({ timeout: 3000, tries: 2 });

const publicAddresses = async (host: string, resolver: Resolver): Promise<string[]> => {
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

/** Names of an intranet may stand in a file of this machine, which only the system reads. */
const systemAddresses = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);

/**
 * The one address that a webhook is sent to.
 * @param hosts names, or names with a port, that may be private
 * @throws AddressRefused; where a name has several addresses, one that is not public refuses it
 */
export const resolveHost = async (
  url: URL,
  hosts: readonly string[],
  resolver = nameServers(),
): Promise<string> => {
  const host = bareHost(url);
  const mayBePrivate = isNamed(url, hosts);
  const found = isIP(host)
    ? [host]
    : await (mayBePrivate ? systemAddresses(host) : publicAddresses(host, resolver));
  const [first] = found;
  if (first === undefined) throw new AddressRefused('webhook-no-host');
  if (!mayBePrivate && !found.every(isPublic)) throw new AddressRefused('webhook-private');
  return first;
};

const problemOf = (text: string, hosts: readonly string[]): Message | undefined => {
  if (!URL.canParse(text)) return say('webhook-url');
  const url = new URL(text);
  const isOpen = url.protocol === 'http:' && isNamed(url, hosts);
  if (url.protocol !== 'https:' && !isOpen) return say('webhook-url-secure');
  if (url.username || url.password) return say('webhook-url-credentials');
  if (isIP(bareHost(url)) && !isNamed(url, hosts) && !isPublic(bareHost(url))) {
    return say('webhook-private');
  }
  return undefined;
};

/** @throws AppError invalid-input of the field `url` */
export const checkUrl = (text: string, hosts: readonly string[]): void => {
  const problem = problemOf(text, hosts);
  if (problem) throw fieldError({ url: [problem] });
};
