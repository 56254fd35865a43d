import type { ChatPlatform } from '../../../../sandbox/world/addresses.ts'
import type { World } from '../../../../sandbox/world/world.ts'
import type { People, SeenForm, SeenMessage } from '../people.ts'
import { forgeButtons, forgeForm } from './forged.ts'
import { type Ids, shortName } from './ids.ts'

/** Somebody who tries what is not theirs, and where. */
export interface Stranger {
  platform: ChatPlatform
  people: People
  as: string
  channel: string
}

/** One way in with one id, whose place in it is in the texts themselves. */
export type Attempt =
  | { way: 'command'; line: string; options: Readonly<Record<string, string>> }
  | { way: 'mention'; text: string }
  | { way: 'suggestion'; command: string; option: string; text: string }
  | { way: 'press'; id: string }
  | { way: 'form'; id: string }

/** The same attempt with other ids. */
export const attemptWith = (attempt: Attempt, replaced: (text: string) => string): Attempt =>
  JSON.parse(replaced(JSON.stringify(attempt))) as Attempt

const jobActions = ['show', 'cancel', 'recover', 'delete', 'again', 'edit', 'sing', 'lyrics'] as const

/** A job by its names, in everything that takes a job, a take or a request. */
const onJob = (job: string, by: (job: string) => string): readonly Attempt[] => {
  const name = by(job)
  return [
    ...jobActions.map(
      (action): Attempt => ({ way: 'command', line: `/jobs ${action}`, options: { job: name } }),
    ),
    { way: 'command', line: '/jobs rate', options: { job: name, rating: 'good' } },
    { way: 'command', line: '/result', options: { job: name } },
    { way: 'command', line: '/transcribe', options: { clip_link: `${name}.1` } },
    { way: 'command', line: '/budget approve', options: { request: name } },
    { way: 'command', line: '/budget decline', options: { request: name } },
    { way: 'suggestion', command: '/jobs show', option: 'job', text: name },
  ]
}

const inWords = (job: string): readonly Attempt[] => [
  { way: 'mention', text: `@Tunesmith jobs show ${job}` },
  { way: 'mention', text: `@Tunesmith transcribe ${shortName(job)}.1` },
]

const atService = (ids: readonly string[], option: 'task' | 'conversion'): readonly Attempt[] =>
  ids.flatMap((id) =>
    ['MUSIC_AI', 'TEXT_TO_SPEECH'].map(
      (family): Attempt => ({
        way: 'command',
        line: '/result',
        options: { family, [option]: id },
      }),
    ),
  )

/** Buttons that hold an id of a job or a form; all others say nothing that the member could not type. */
const isOfThing = (id: string): boolean => /^(?:form|send):|\bb\d{2}x[a-z2-7]{25}/.test(id)

/** Whether it is the form of a song, which is sent as if it had been opened. */
const isOfSong = (id: string): boolean => id.startsWith('form:music:')

/** What a button does: its command and action. */
export const kindOfPress = (id: string): string => id.split(':').slice(0, 3).join(':')

/** Every way in with every one of these ids. */
export const attemptsOn = ({ job, command, form, task, conversion }: Ids): readonly Attempt[] => [
  ...job.flatMap((id) => onJob(id, (whole) => whole)),
  ...job.flatMap((id) => onJob(id, shortName)),
  ...job.flatMap(inWords),
  ...atService(task, 'task'),
  ...atService(conversion, 'conversion'),
  ...[...command, ...form].filter(isOfThing).map((id): Attempt => ({ way: 'press', id })),
  ...form.filter(isOfSong).map((id): Attempt => ({ way: 'form', id })),
]

/**
 * Whether a platform has this way in: Slack suggests only in forms, and on Discord nobody but the bot says which form is
 * open.
 */
export const isOn = (platform: ChatPlatform, { way }: Attempt): boolean =>
  platform === 'discord' ? way !== 'form' : way !== 'suggestion'

/** What kinds of attempts there are, one of which stands for all of its kind. */
export const kindOf = (attempt: Attempt): string => {
  switch (attempt.way) {
    case 'command':
      return `${attempt.line} ${Object.keys(attempt.options).join()}`
    case 'mention':
      return `mention ${attempt.text.split(' ')[1]}`
    case 'suggestion':
      return 'suggestion'
    case 'press':
    case 'form':
      return `${attempt.way} ${kindOfPress(attempt.id)}`
  }
}

const textOfForm = ({ title, fields }: SeenForm): string =>
  [title, ...fields.map(({ label, value = '', error = '' }) => `${label}: ${String(value)} ${error}`)].join(
    '\n',
  )

const textOf = ({ text, files, buttons, seenBy }: SeenMessage): string =>
  [
    seenBy === 'all' ? 'all' : 'one',
    text,
    ...files.map(({ name }) => name),
    ...buttons.map(({ label }) => label),
  ].join('\n')

/** What the client shows first. */
interface Shown {
  form?: SeenForm | undefined
  refused?: string | undefined
}

/** Where the attempts press buttons, which have to be posted first. */
export const openAttempts = async (world: World, stranger: Stranger, attempts: readonly Attempt[]) => {
  const { platform, people, as, channel } = stranger
  const held = attempts.flatMap((attempt) => (attempt.way === 'press' ? [attempt.id] : []))
  const buttons = await forgeButtons(world, platform, channel, [...new Set(held)])
  let since = await people.latest(as)

  /** Opens a form of the stranger's own and sends it with another's id. A form that stays open is closed. */
  const sends = async (id: string): Promise<Shown> => {
    const { form } = await people.asks(as, '/music', {}, [], channel)
    if (form === undefined) throw new Error('no form opened')
    await forgeForm(world, form.id, id, channel)
    const sent = await people.sends(as, form, { prompt: 'a song' })
    if (sent.form !== undefined) await people.closes(as, sent.form)
    return sent
  }

  const does = async (attempt: Attempt): Promise<Shown> => {
    switch (attempt.way) {
      case 'command':
        return people.asks(as, attempt.line, optionsOn(platform, attempt), [], channel)
      case 'mention':
        await people.says(as, attempt.text, { channel })
        return {}
      case 'suggestion':
        throw new Error('suggestions are no messages')
      case 'press': {
        const { message, label } = buttons.get(attempt.id) ?? { message: '', label: '' }
        return people.presses(as, message, label, channel)
      }
      case 'form':
        return sends(attempt.id)
    }
  }

  /** What the stranger gets to see of it. */
  return async (attempt: Attempt): Promise<string> => {
    if (attempt.way === 'suggestion') {
      const { command, option, text } = attempt
      return JSON.stringify(await people.suggestions(as, command, option, text))
    }
    const { form, refused } = await does(attempt)
    // Discord's client offers members no command for admins.
    if (refused !== undefined) return refused
    if (form !== undefined) return textOfForm(form)
    const isAnswer = ({ authorId, text, state }: SeenMessage): boolean =>
      authorId !== as && state === 'shown' && text !== ''
    const answer = await people.sees(as, isAnswer, since)
    since = answer.id
    return textOf(answer)
  }
}

/** On Slack a clip has one option for a file, a take or a link. */
const optionsOn = (
  platform: ChatPlatform,
  { options }: Extract<Attempt, { way: 'command' }>,
): Readonly<Record<string, string>> => {
  const { clip_link: clip, ...others } = options
  return platform === 'slack' && clip !== undefined ? { clip, ...others } : options
}
