import { nearMiss } from '../core/text/text.ts'
import { settings, unsupportedSettings } from './settings.ts'

/** A setting that can't be used: which one, what is wrong, and the fix. */
export interface ConfigProblem {
  name: string
  text: string
}

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Every supported setting. */
export const settingNames: readonly string[] = Object.keys(settings.shape)

const prefixOf = (name: string): string => `${name.split('_', 1)[0]}_`

const prefixes = [...new Set(settingNames.map(prefixOf))]

const isOurs = (name: string): boolean => prefixes.some((prefix) => name.startsWith(prefix))

/**
 * Names that container platforms set for a service called "redis" and the like, and those that curl, Python and
 * web servers read.
 */
const othersNames =
  /^(HTTP_PROXY|HTTPS_HOST|REQUESTS_CA_BUNDLE|REDIS_PORT|[A-Z0-9_]+_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_.*|PORT))$/

const unknownNames = (environment: Environment): readonly string[] =>
  [...new Set(Object.keys(environment).map((name) => name.replace(/_FILE$/, '')))]
    .filter((name) => !othersNames.test(name.toUpperCase()))
    .filter((name) => !settingNames.includes(name) && !unsupportedSettings.includes(name))

/** Two typos can turn a shorter name into another program's, such as SMTP_HOST for HTTP_HOST. */
const unmistakable = settingNames.filter((name) => name.length >= 14)

/** The setting that a misspelt name certainly stands for. */
const misspelt = (name: string): string | undefined =>
  nearMiss(name.toUpperCase(), isOurs(name) ? settingNames : unmistakable)

/** Names that differ from a setting by one or two letters, or by their case. */
export const misspellings = (environment: Environment): ConfigProblem[] =>
  unknownNames(environment).flatMap((name) => {
    const meant = misspelt(name)
    return meant === undefined ? [] : [{ name, text: `is not a setting; did you mean ${meant}?` }]
  })

/** https://nodejs.org/api/cli.html#node_use_env_proxy1 */
const proxyProblem: ConfigProblem = {
  name: 'NODE_USE_ENV_PROXY',
  text: 'is not supported: not every connection can use a proxy, so none does; remove it',
}

/** https://nodejs.org/api/cli.html#node_tls_reject_unauthorizedvalue */
const uncheckedProblem: ConfigProblem = {
  name: 'NODE_TLS_REJECT_UNAUTHORIZED',
  text: 'lets anyone on the way read every key; remove it, and name your own authority in NODE_EXTRA_CA_CERTS',
}

/**
 * Settings of Node.js that we refuse to run with. Only some connections would use the proxy; those to the audio
 * service and Discord's gateway would not.
 */
export const nodeProblems = (environment: Environment): ConfigProblem[] => {
  const { NODE_USE_ENV_PROXY: proxy = '', NODE_TLS_REJECT_UNAUTHORIZED: check } = environment
  return [
    ...(proxy === '' || proxy === '0' ? [] : [proxyProblem]),
    ...(check === '0' ? [uncheckedProblem] : []),
  ]
}

const proxyNames = /^(https?|all)_proxy$/i

const unusedProxies = (environment: Environment): readonly ConfigProblem[] =>
  Object.entries(environment)
    .filter(([name, value = '']) => proxyNames.test(name) && value !== '')
    .map(([name]) => ({ name, text: 'is not used: Tunesmith connects to everything directly' }))

/** The share of the words of two names that both have. */
const likeness = (one: string, other: string): number => {
  const [left, right] = [one.split('_'), other.split('_')]
  return left.filter((word) => right.includes(word)).length / new Set([...left, ...right]).size
}

/** Half of the words. */
const likenessMin = 0.5

/** Settings of other programs that are part of the address here. */
const partsOfAddress = /^REDIS_(USER|USERNAME|PASSWORD|HOST)$/

/** The settings that share the most words with a name, if that is enough of them. */
const alike = (name: string): readonly string[] => {
  const most = Math.max(...settingNames.map((setting) => likeness(name, setting)))
  return most < likenessMin ? [] : settingNames.filter((setting) => likeness(name, setting) === most)
}

/** A typo in a shorter word makes another word too easily. */
const longPrefixes = prefixes.filter((prefix) => prefix.length > 6)

const withPrefixMended = (name: string): string | undefined => {
  const typed = name.toUpperCase()
  const prefix = nearMiss(prefixOf(typed), longPrefixes, 1)
  return prefix === undefined || !typed.includes('_') ? undefined : typed.replace(/^[^_]*_/, prefix)
}

/** Settings that a name without our prefix may stand for. */
const meantElsewhere = (name: string): readonly string[] => {
  const near = nearMiss(name.toUpperCase(), settingNames, 1)
  if (near !== undefined) return [near]
  const mended = withPrefixMended(name)
  return mended === undefined ? [] : alike(mended)
}

const ignored = (name: string): readonly ConfigProblem[] => {
  const text = 'is not a Tunesmith setting and is ignored'
  // OpenTelemetry's library reads more of these than we do.
  if (name.startsWith('OTEL_')) return []
  if (partsOfAddress.test(name)) return [{ name, text: `${text}; it is a part of REDIS_URL` }]
  const meant = isOurs(name) ? alike(name) : meantElsewhere(name)
  if (meant.length > 0) return [{ name, text: `${text}; did you mean ${meant.join(' or ')}?` }]
  return isOurs(name) ? [{ name, text }] : []
}

/**
 * Names with a setting's prefix that are not settings, names that resemble a setting, and proxies. They may
 * belong to another program, so unlike misspelt names they do not stop the start.
 */
export const ignoredSettings = (environment: Environment): readonly ConfigProblem[] => {
  const unknown = unknownNames(environment).filter((name) => misspelt(name) === undefined)
  return [...unknown.flatMap(ignored), ...unusedProxies(environment)]
}
