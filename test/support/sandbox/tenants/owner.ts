import type { World } from '../../../../sandbox/world/world.ts'
import { sungTone } from '../../audio/sung-tone.ts'
import { createStudioClient } from '../../service/studio-client.ts'
import { createPeople, type People, type SeenMessage, type Sought } from '../people.ts'

/** Words of a server's members that appear nowhere else: what is open there, and what only one of them may see. */
export const words = {
  song: 'an umbrellic tide',
  failed: 'a snailish sermon',
  private: 'a zephyrine whisper',
  quoted: 'a quotidious waltz',
  pending: 'a hesitant gavotte',
  file: 'gloaming-take.mp3',
} as const

/** What only Max may see. */
export const wordsForOne: readonly string[] = [words.private, words.quoted, words.file]

const isBelow =
  (label: string, text: string) =>
  (seen: SeenMessage): boolean =>
    seen.text.includes(text) && seen.buttons.some((button) => button.label === label)

/** Does something, and answers with what is seen of it. */
const seeing = async (
  people: People,
  as: string,
  does: () => Promise<unknown>,
  sought: Sought,
): Promise<SeenMessage> => {
  const since = await people.latest(as)
  await does()
  return people.sees(as, sought, since)
}

/**
 * Has the members of Discord's first server make everything that has an id: a song, a speech that only Max sees, from
 * a file of his, a failed job, a price that was shown first, a form that is open, pages of lists, a change that waits to
 * be confirmed, and a request to admins. Ada is their admin. Returns what the service made, by title and address.
 */
export const makeEverything = async (world: World): Promise<readonly string[]> => {
  const people = createPeople(world.addresses, 'discord')
  const studio = createStudioClient(world.addresses.studio)
  await people.allows('ada', 20)

  const song = () => people.uses('max', '/music', { prompt: words.song })
  await seeing(people, 'max', song, isBelow('Again', 'Made with AI'))

  const sample = {
    name: words.file,
    contentType: 'audio/mpeg',
    base64: (await sungTone(1.5)).toString('base64'),
  }
  const speech = () =>
    people.asks('max', '/tts', { text: words.private, seen_by: 'me', permission: true }, [sample])
  await seeing(people, 'max', speech, isBelow('Again', 'Made with AI'))

  await studio.plan({ fail: 'out of breath' })
  const inVain = () => people.uses('max', '/tts', { text: words.failed })
  await seeing(people, 'max', inVain, isBelow('Again', 'out of breath'))

  await people.asks('max', '/music')
  await seeing(people, 'max', () => people.uses('max', '/settings mine', { confirm_from: '0.01' }), 'Confirm')
  const priced = () => people.uses('max', '/music', { prompt: words.quoted })
  await seeing(people, 'max', priced, isBelow('Drop', words.quoted))
  await seeing(people, 'max', () => people.uses('max', '/settings mine', { confirm_from: '20' }), 'Confirm')

  await seeing(people, 'max', () => people.uses('max', '/jobs mine'), 'Your jobs here')
  await seeing(people, 'max', () => people.uses('max', '/history'), 'Results here')
  await seeing(people, 'ada', () => people.uses('ada', '/jobs server'), "Everyone's jobs here")
  const lower = () => people.uses('ada', '/budget limit', { credits: 0.01, period: 'month' })
  await seeing(people, 'ada', lower, 'Nothing has changed yet.')

  const shut = () => people.uses('ada', '/budget member', { member: '@Max', credits: 0 })
  await seeing(people, 'ada', shut, 'Limit for this member: 0 credits')
  const tooMuch = () => people.uses('max', '/music', { prompt: words.pending })
  const refusal = await seeing(people, 'max', tooMuch, 'Not enough credits')
  const asks = () => people.presses('max', refusal.id, 'Ask an admin')
  await seeing(people, 'max', asks, 'I asked your admins.')
  await people.sees('ada', isBelow('Approve once', words.pending))

  const files = (await people.messages('max')).flatMap(({ files: shown }) => shown)
  return files.flatMap(({ name, url }) => [name, url])
}
