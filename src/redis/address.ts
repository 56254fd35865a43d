import type { Cluster, Redis } from 'ioredis'

/** A connection to a single Redis, to the one that Sentinels name, or to all nodes of a cluster. */
export type StoreConnection = Redis | Cluster

/** A host and a port of a Redis, a Sentinel or a cluster node. */
export interface RedisEndpoint {
  host: string
  port: number
}

interface Credentials {
  username: string | undefined
  password: string | undefined
}

/**
 * The Redis to use: one server; the primary that Sentinels name; or a cluster of which some nodes are known.
 * User and password are those of the Redis.
 */
export type RedisAddress = Credentials & { hasTls: boolean } & (
    | { kind: 'single'; url: string }
    | { kind: 'sentinel'; sentinels: readonly RedisEndpoint[]; name: string }
    | { kind: 'cluster'; nodes: readonly RedisEndpoint[] }
  )

/** Access to Redis beyond its address. All certificates are PEM. */
export interface RedisAccess {
  url: string
  /** Certificates of authorities to trust instead of the usual ones. */
  ca?: string | undefined
  /** A client certificate and its key, for a server that requires one. */
  cert?: string | undefined
  key?: string | undefined
  /** Sentinels have their own users; by default they use TLS if Redis does. */
  sentinelUser?: string | undefined
  sentinelPassword?: string | undefined
  sentinelTls?: boolean | undefined
}

const redisPort = 6379
const sentinelPort = 26_379

const parseUrl = (text: string): URL | undefined =>
  /^rediss?:\/\/./.test(text) && URL.canParse(text) && new URL(text).hostname !== ''
    ? new URL(text)
    : undefined

const endpointOf = ({ hostname, port }: URL, defaultPort: number): RedisEndpoint => ({
  host: hostname.replace(/^\[|\]$/g, ''),
  port: port === '' ? defaultPort : Number(port),
})

const decoded = (text: string): string | undefined => (text === '' ? undefined : decodeURIComponent(text))

const credentialsOf = ({ username, password }: URL): Credentials => ({
  username: decoded(username),
  password: decoded(password),
})

const parsedAll = (texts: readonly string[]): readonly URL[] | undefined => {
  const urls = texts.flatMap((text) => parseUrl(text.trim()) ?? [])
  return urls.length === texts.length ? urls : undefined
}

/** `host:port,host:port/name`, preceded by the user and the password of the Redis. */
const readSentinel = (text: string, hasTls: boolean): RedisAddress | undefined => {
  const [, credentials = '', hosts = '', name = ''] = /^([^@/]*@)?([^@/]+)\/([^/?#]+)$/.exec(text) ?? []
  const urls = parsedAll(hosts.split(',').map((host) => `redis://${host}`))
  const owner = parseUrl(`redis://${credentials}redis`)
  if (name === '' || urls === undefined || owner === undefined) return undefined
  const sentinels = urls.map((url) => endpointOf(url, sentinelPort))
  return { kind: 'sentinel', sentinels, name: decoded(name) ?? name, hasTls, ...credentialsOf(owner) }
}

const isLikeTheFirst = (url: URL, [first]: readonly URL[]): boolean =>
  url.protocol === first?.protocol && url.username === first.username && url.password === first.password

/** A comma after the only known node tells a cluster from a single server. */
const readCluster = (text: string): RedisAddress | undefined => {
  const urls = parsedAll(text.replace(/,\s*$/, '').split(','))
  const [first] = urls ?? []
  if (urls === undefined || first === undefined) return undefined
  if (!urls.every((url) => isLikeTheFirst(url, urls) && /^\/?0?$/.test(url.pathname))) return undefined
  const nodes = urls.map((url) => endpointOf(url, redisPort))
  return { kind: 'cluster', nodes, hasTls: first.protocol === 'rediss:', ...credentialsOf(first) }
}

const parse = (text: string): RedisAddress | undefined => {
  const [, tls, sentinels] = /^redis(s?)\+sentinel:\/\/(.*)$/s.exec(text) ?? []
  if (sentinels !== undefined) return readSentinel(sentinels, tls === 's')
  if (text.includes(',')) return readCluster(text)
  const url = parseUrl(text)
  if (url === undefined) return undefined
  return { kind: 'single', url: text, hasTls: url.protocol === 'rediss:', ...credentialsOf(url) }
}

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const isDatabase = (text: string): boolean => /^\d{0,9}$/.test(text)

/** Text before an @ may be the end of a password, so it is not repeated. */
const databaseFault = ({ pathname, search, searchParams }: URL): string | undefined => {
  const [path, query] = [pathname.slice(1).replace(/\/$/, ''), searchParams.get('db') ?? '']
  const wrong = [path, query].find((text) => !isDatabase(text))
  if (wrong === undefined) return undefined
  return `${pathname}${search}`.includes('@')
    ? 'has a "/" in its user or password; write it as %2F'
    : `names the database "${wrong}", but a database is a whole number from 0; write redis://host:6379/0, or redis+sentinel://host:26379/name for the name of a primary`
}

/** Options that are read from an address; ioredis would let others override ours. */
const options: readonly string[] = ['db', 'family', 'username', 'password']

const optionFault = ({ search, searchParams }: URL): string | undefined => {
  const unknown = [...searchParams.keys()].find((name) => !options.includes(name))
  if (unknown === undefined) return undefined
  return search.includes('@')
    ? 'has a "?" in its user or password; write it as %3F'
    : `has the unknown option "${unknown}"; remove it (known: ${options.join(', ')})`
}

/** A character before the last @ that ends an address, or a part of it. */
const escapeFault = (text: string): string | undefined => {
  const parts = text.replace(/,\s*$/, '').split(/,\s*(?=rediss?:\/\/)/)
  for (const part of parts) {
    const [, sentinel, owner = ''] = /^rediss?(\+sentinel)?:\/\/(.*)@/s.exec(part) ?? []
    const [character] = /[/#?,@]/.exec(owner) ?? []
    // An @ before the last one is read, except by Sentinels' addresses, or it belongs to another address.
    if (character === undefined || !owner.includes(':') || (character === '@' && sentinel === undefined))
      continue
    return `has a "${character}" in its user or password; write it as ${encodeURIComponent(character)}`
  }
  return undefined
}

/**
 * Why something that looks like an address can't be used, without its secrets; undefined if no reason is known.
 */
export const redisAddressFault = (text: string): string | undefined => {
  if (!isDecodable(text)) return 'has a "%" that stands for no character; write % as %25'
  const url = parseUrl(text)
  if (url === undefined || text.includes(','))
    return parse(text) === undefined ? escapeFault(text) : undefined
  if (url.hash !== '') return 'has a "#"; write it as %23 in a user or a password'
  return databaseFault(url) ?? optionFault(url)
}

/** Every spelling of the passwords in an address: as written, and decoded. */
export const redisPasswords = (text: string): readonly string[] => {
  const written = [...text.matchAll(/\/\/[^:@/?#]*:([^/?#]*)@|[?&]password=([^&#]*)/g)].map(
    ([, ofUser, ofQuery]) => ofUser ?? ofQuery ?? '',
  )
  const plain = written.flatMap((password) =>
    isDecodable(password)
      ? [decodeURIComponent(password), decodeURIComponent(password.replaceAll('+', ' '))]
      : [],
  )
  return [...written, ...plain, ...plain.map(encodeURIComponent)]
}

/**
 * Reads a Redis address: `redis://`, or `rediss://` for TLS;
 * `redis+sentinel://[user:password@]host:port,host:port/name`, or `rediss+sentinel://`; or cluster nodes,
 * separated by commas, with the same user and password. Undefined if it is none of these.
 */
export const readRedisAddress = (text: string): RedisAddress | undefined =>
  redisAddressFault(text) === undefined ? parse(text) : undefined

/** What the operator accepts that Redis may lose: nothing, its last second, or whatever its provider may lose. */
export const durabilities = ['always', 'everysec-accepted', 'managed-accepted'] as const
export type Durability = (typeof durabilities)[number]
