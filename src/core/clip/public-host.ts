/**
 * Private, local and reserved addresses, and multicast:
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const privateRanges: readonly (readonly [start: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

const numberOf = (quad: string): number =>
  quad.split('.').reduce((number, part) => number * 256 + Number(part), 0)

const isPublicV4 = (quad: string): boolean =>
  privateRanges.every(([start, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(numberOf(quad) / size) !== Math.floor(numberOf(start) / size)
  })

/** The eight groups of an IPv6 address as `URL` writes it, without brackets. */
const groupsOf = (address: string): readonly number[] => {
  const [head = [], tail = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}

/**
 * Global unicast is 2000::/3; forms that carry an IPv4 address lie outside it, except 6to4 (2002::/16), Teredo (in
 * 2001::/23) and ISATAP, which any prefix may have. https://www.iana.org/assignments/iana-ipv6-special-registry,
 * https://www.rfc-editor.org/rfc/rfc5214#section-6.1
 */
const isPublicV6 = ([first = 0, second = 0, , , fifth = 0, sixth = 0]: readonly number[]): boolean => {
  if (first < 0x2000 || first > 0x3fff || first === 0x2002) return false
  if (sixth === 0x5efe && (fifth & 0xfcff) === 0) return false
  if (first === 0x2001) return second > 0x01ff && second !== 0x0db8
  return first !== 0x3fff || second > 0x0fff
}

/** Suffixes that are never in the public DNS, or mean another network there. */
const privateEndings: readonly string[] = [
  ...['alt', 'arpa', 'consul', 'corp', 'docker', 'home', 'i2p', 'internal', 'intra', 'intranet', 'invalid'],
  ...['lan', 'local', 'localdomain', 'localhost', 'localnet', 'mail', 'onion', 'private', 'svc', 'test'],
  'workgroup',
]

/** Public names that resolve to an address written in them, to the local machine, or inside some networks only. */
const wildcardNames: readonly string[] = [
  ...['127-0-0-1.org.uk', '1u.ms', 'backname.io', 'ddev.site', 'docksal.site', 'fritz.box', 'fuf.me'],
  ...['ip6.name', 'lacolhost.com', 'lcl.host', 'lndo.site', 'local.gd', 'localdev.me', 'localho.st'],
  ...['localhost.direct', 'localtest.me', 'lvh.me', 'metadata.goog', 'metadata.tencentyun.com', 'nip.io'],
  ...['plex.direct', 'rbndr.us', 'smackaho.st', 'sslip.io', 'traefik.me', 'ts.net', 'vcap.me', 'xip.io'],
  'xip.name',
]

/** Four numbers at the head of a name, such as 10.0.0.1.example or 10-0-0-1.example. */
const spelledQuad = /^(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})\./

/** Whether a host is one of these names or below one. */
export const isUnder = (host: string, names: readonly string[]): boolean =>
  names.some((name) => `.${host}`.endsWith(`.${name}`))

const isPublicName = (name: string): boolean => {
  const labels = name.split('.')
  if (labels.length < 2 || labels.includes('') || privateEndings.includes(labels.at(-1) ?? '')) return false
  if (isUnder(name, wildcardNames)) return false
  const [, ...parts] = spelledQuad.exec(name) ?? []
  return parts.length === 0 || isPublicV4(parts.join('.'))
}

/**
 * Whether a host, as `URL` writes it, is a public address or may be a public name. Names are not looked up.
 */
export const isPublicHost = (host: string): boolean => {
  if (host.startsWith('[')) return isPublicV6(groupsOf(host.slice(1, -1)))
  return /^[\d.]+$/.test(host) ? isPublicV4(host) : isPublicName(host)
}

/** What an address of IPv4 begins with if it is written as one of IPv6: mapped, or translated by NAT64. */
const carriers = ['0,0,0,0,0,65535', '100,65435,0,0,0,0']

/**
 * Whether an address that a name leads to is on the public internet. IPv4 in IPv6, mapped or translated, counts as the
 * address that is reached by it: https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2,
 * https://www.rfc-editor.org/rfc/rfc6052#section-2.1
 */
export const isPublicAddress = (address: string): boolean => {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)) return isPublicV4(address)
  const written = `http://[${address}]/`
  if (!URL.canParse(written)) return false
  const groups = groupsOf(new URL(written).hostname.slice(1, -1))
  if (!carriers.includes(groups.slice(0, 6).join(','))) return isPublicV6(groups)
  return isPublicV4(
    groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.'),
  )
}
