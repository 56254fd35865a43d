import type { World } from '../../../../sandbox/world/world.ts'

// The ids that a server's members, its messages and the audio service were given, as they were seen from outside.

/** A kind of id: what it looks like where it is seen. Of the groups, the first is the id. */
const kinds = {
  job: /\b(b\d{2}x[a-z2-7]{25})\b/g,
  command: /"(?:custom_id|value)":"(do:[^"\\]+)"/g,
  form: /"custom_id":"((?:form|send):[^"\\]+)"/g,
  callback: /\/webhooks\/audio\/(b\d{2}x[a-z2-7]{25}\.[\w-]{22})/g,
  file: /\/files\/(b\d{2}x[a-z2-7]{25}\.[a-z_]+\.\d+\.[\w-]{22})/g,
} as const

type Seen = Readonly<Record<keyof typeof kinds, readonly string[]>>
export type Ids = Seen & Readonly<Record<'task' | 'conversion', readonly string[]>>

/** The ids in what was seen, as JSON. */
export const idsIn = (seen: string): Seen => {
  const all = (pattern: RegExp) => [...new Set([...seen.matchAll(pattern)].map(([, id = '']) => id))]
  return {
    job: all(kinds.job),
    command: all(kinds.command),
    form: all(kinds.form),
    callback: all(kinds.callback),
    file: all(kinds.file),
  }
}

const read = async (url: string): Promise<string> => (await fetch(url)).text()

/** The service's own names for the work of some jobs: no chat shows them, but the books and the log do. */
const serviceIds = async ({ addresses: { control } }: World, jobs: readonly string[]) => {
  const books = JSON.parse(await read(`${control.url}/books?since=0`)) as readonly {
    job?: string
    task?: string
    conversions?: readonly string[]
  }[]
  const ofJobs = books.filter(({ job = '' }) => jobs.includes(job))
  return {
    task: [...new Set(ofJobs.flatMap(({ task }) => task ?? []))],
    conversion: [...new Set(ofJobs.flatMap(({ conversions }) => conversions ?? []))],
  }
}

/** Every id that was seen so far, in messages, buttons, menus, forms and at the audio service. */
export const idsSeen = async (world: World): Promise<Ids> => {
  const { controlUrl } = world.addresses.studio
  const atService = [await read(`${controlUrl}/requests`), await read(`${controlUrl}/tasks`)]
  const seen = idsIn([JSON.stringify(world.wire.since(0)), ...atService].join('\n'))
  return { ...seen, ...(await serviceIds(world, seen.job)) }
}

/** A list has other ids beside those of what its words are about. */
const isList = (text: string): boolean => /^(?:Your jobs|Everyone's jobs|Results) here/m.test(text)

/** The ids on the messages with these words that a member sees, lists aside, and of the work for them. */
export const idsBeside = async (world: World, viewer: string, words: readonly string[]): Promise<Ids> => {
  const query = new URLSearchParams({ platform: 'discord', viewer, original: '1' })
  const messages = JSON.parse(await read(`${world.addresses.control.url}/messages?${query}`)) as readonly {
    text: string
  }[]
  const seen = idsIn(
    JSON.stringify(messages.filter(({ text }) => !isList(text) && words.some((word) => text.includes(word)))),
  )
  return { ...seen, ...(await serviceIds(world, seen.job)) }
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** The next letter or digit, so that an id becomes one of the same shape that nobody was given. */
const turned = (text: string): string =>
  text.replace(/[a-z2-7]/g, (letter) => letters[(letters.indexOf(letter) + 1) % letters.length] ?? '')

const hexTurned = (text: string): string =>
  text.replace(/[0-9a-f]/gi, (digit) => ((Number.parseInt(digit, 16) + 1) % 16).toString(16))

const draftIn = (form: string): string => form.split(':')[3] ?? ''

/** Short names of jobs, by which members call them. */
export const shortName = (job: string): string => job.slice(4, 12)

/**
 * The ids of a server, each with one of the same shape that does not exist: what an answer says of the one it must say
 * of the other. Short names are parts of the ids, so whole ids are replaced first.
 */
export const twinsOf = ({ job, form, task, conversion }: Ids) => {
  const pairs: [string, string][] = [
    ...job.map((id): [string, string] => [id, `${id.slice(0, 4)}${turned(id.slice(4))}`]),
    ...form.map(draftIn).flatMap((id): [string, string][] => (id === '' ? [] : [[id, turned(id)]])),
    ...[...task, ...conversion].map((id): [string, string] => [id, hexTurned(id)]),
    ...job.map(shortName).map((name): [string, string] => [name, turned(name)]),
  ]
  const replaced = (text: string, [from, to]: readonly [0, 1] | readonly [1, 0]): string =>
    pairs.reduce((all, pair) => all.replaceAll(pair[from], pair[to]), text)
  return {
    /** The same with ids that nobody was given. */
    twin: (text: string) => replaced(text, [0, 1]),
    /** What was answered to that, in the names that exist. */
    original: (text: string) => replaced(text, [1, 0]),
  }
}
