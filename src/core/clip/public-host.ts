/**
 * Private, local and reserved addresses, and multicast:
 * https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const privateRanges: readonly (readonly [start: string, bits: number])[] = [
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
  ['224.0.0.0', 3],
]

const numberOf = (quad: string): number =>
  quad.split('.').reduce((number, part) => number * 256 + Number(part), 0)

const isPublicV4 = (quad: string): boolean =>
  privateRanges.every(([start, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(numberOf(quad) / size) !== Math.floor(numberOf(start) / size)
  })

/**
 * Global unicast is 2000::/3; forms that carry an IPv4 address lie outside it, except 6to4 (2002::/16) and Teredo
 * (in 2001::/23). https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const isPublicV6 = (groups: string): boolean => {
  const [first = 0, second = 0] = groups.split(':').map((group) => Number.parseInt(group || '0', 16))
  if (first < 0x2000 || first > 0x3fff || first === 0x2002) return false
  if (first === 0x2001) return second > 0x01ff && second !== 0x0db8
  return first !== 0x3fff || second > 0x0fff
}

/** Suffixes that are never in the public DNS, or mean another network there. */
const privateEndings: readonly string[] = [
  ...[
    'alt',
    'arpa',
    'consul',
    'corp',
    'home',
    'internal',
    'intranet',
    'invalid',
    'lan',
    'local',
    'localdomain',
  ],
  ...['localhost', 'mail', 'onion', 'private', 'svc', 'test'],
]

/** Public names that resolve to an address written in them, or to the local machine. */
const wildcardNames: readonly string[] = [
  ...['backname.io', 'fuf.me', 'lacolhost.com', 'lcl.host', 'local.gd', 'localdev.me', 'localho.st'],
  ...[
    'localhost.direct',
    'smackaho.st',
    'localtest.me',
    'lvh.me',
    'nip.io',
    'sslip.io',
    'traefik.me',
    'vcap.me',
    'xip.io',
    'xip.name',
  ],
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
  if (host.startsWith('[')) return isPublicV6(host.slice(1, -1))
  return /^[\d.]+$/.test(host) ? isPublicV4(host) : isPublicName(host)
}
