import { nearMiss } from '../message/text.ts'
import { notServedYet, settings } from './settings.ts'

/** A setting that cannot be used: which one, what is wrong, and the mend. */
export interface ConfigProblem {
  name: string
  text: string
}

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Every setting that is served. */
export const settingNames: readonly string[] = Object.keys(settings.shape)

const ourPrefixes =
  /^(DISCORD|SLACK|AUDIO|OPERATOR|JOBS|REDIS|HTTP|PUBLIC|ENCRYPTION|LOG|TEXTS|TZ|RETENTION|PRIVACY)_/

/**
 * Names that container platforms set for a service called "redis" and the like, and one that curl and others read.
 */
const othersNames = /^(HTTP_PROXY|REDIS_PORT|[A-Z0-9_]+_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_.*|PORT))$/

const unknownNames = (environment: Environment): readonly string[] =>
  [...new Set(Object.keys(environment).map((name) => name.replace(/_FILE$/, '')))]
    .filter((name) => ourPrefixes.test(name) && !othersNames.test(name))
    .filter((name) => !settingNames.includes(name) && !notServedYet.includes(name))

/** Names that differ from a setting by one or two letters. */
export const misspellings = (environment: Environment): ConfigProblem[] =>
  unknownNames(environment).flatMap((name) => {
    const meant = nearMiss(name, settingNames)
    return meant === undefined ? [] : [{ name, text: `is not a setting; did you mean ${meant}?` }]
  })

/**
 * Only some connections would use the proxy; those to the audio service and Discord's gateway would not.
 * https://nodejs.org/api/cli.html#node_use_env_proxy1
 */
export const proxyProblems = ({ NODE_USE_ENV_PROXY: value = '' }: Environment): ConfigProblem[] =>
  value === '' || value === '0'
    ? []
    : [
        {
          name: 'NODE_USE_ENV_PROXY',
          text: 'is not served: not every connection can use a proxy, so none does; take it out',
        },
      ]

const proxyNames = /^(https?|all)_proxy$/i

const unusedProxies = (environment: Environment): readonly ConfigProblem[] =>
  Object.entries(environment)
    .filter(([name, value = '']) => proxyNames.test(name) && value !== '')
    .map(([name]) => ({ name, text: 'is not used: Tunesmith connects to everything directly' }))

/** The share of all words of two names that is in both. */
const likeness = (one: string, other: string): number => {
  const [left, right] = [one.split('_'), other.split('_')]
  return left.filter((word) => right.includes(word)).length / new Set([...left, ...right]).size
}

/** Half of the words. */
const likenessMin = 0.5

/** Settings of other programs that are a part of the address here. */
const partsOfAddress = /^REDIS_(USER|USERNAME|PASSWORD|HOST)$/

const hintFor = (name: string): string => {
  if (partsOfAddress.test(name)) return '; it is a part of REDIS_URL'
  const [meant = ''] = settingNames.toSorted((one, other) => likeness(name, other) - likeness(name, one))
  return likeness(name, meant) >= likenessMin ? `; did you mean ${meant}?` : ''
}

/**
 * Names with a setting's prefix that are not settings, and proxies. They may belong to another program, so unlike misspelt
 * names they do not stop the start.
 */
export const ignoredSettings = (environment: Environment): readonly ConfigProblem[] => {
  const unknown = unknownNames(environment)
    .filter((name) => nearMiss(name, settingNames) === undefined)
    .map((name) => ({ name, text: `is not a Tunesmith setting and is ignored${hintFor(name)}` }))
  return [...unknown, ...unusedProxies(environment)]
}
