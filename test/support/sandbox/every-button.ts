import { expect } from 'vitest'
import type { People, SeenForm, SeenMessage } from './people.ts'

const labelsOf = ({ buttons }: SeenMessage): string[] => buttons.map(({ label }) => label)

const opened = ({ form, refused }: Awaited<ReturnType<People['presses']>>): SeenForm => {
  if (form === undefined) throw new Error(refused ?? 'no form opened')
  return form
}

/**
 * Presses every button below a song with words once: what each leads to is seen. The song was made by a
 * process that is not there any more.
 */
export const pressEveryButton = async (people: People, member: string, other: string): Promise<void> => {
  const song = await people.sees(
    member,
    ({ text, seenBy }) => seenBy === 'all' && text.includes('Made with AI'),
  )
  const labels = labelsOf(song)
  expect(labels.slice(0, 4)).toEqual(['Remix 1', 'Remix 2', 'Again', 'Edit'])
  expect(labels.slice(-2)).toEqual(['Lyrics', 'Delete'])
  const press = (button: string, as = member) => people.presses(as, song.id, button)

  const words = async (since: string) => people.sees(other, 'Lyrics for “', since)
  const before = await people.latest(other)
  await press('Lyrics', other)
  expect((await words(before)).seenBy).not.toBe('all')

  const since = await people.latest(member)
  const [first, second] = await Promise.all([press('Again'), press('Again')])
  expect([first.refused, second.refused]).toEqual([undefined, undefined])
  await people.sees(member, /Your earlier request for .* is still running/, since)
  await people.sees(member, /Made with AI/, since)
  const songs = (await people.messages(member, since)).filter(({ text }) => text.includes('Made with AI'))
  expect(songs).toHaveLength(1)

  const edited = await people.latest(member)
  const form = opened(await press('Edit'))
  expect(form.fields.find(({ label }) => label === 'Prompt')?.value).toMatch(/\w/)
  expect(await people.sends(member, form, { Prompt: 'the same, but as a polka' })).not.toHaveProperty(
    'refused',
  )
  expect((await people.sees(member, /Made with AI/, edited)).text).toContain('but as a polka')

  const remixed = await people.latest(member)
  const remix = opened(await press('Remix 2'))
  expect(remix.title).toMatch(/^Remix this clip/)
  expect(await people.sends(member, remix, { Prompt: 'dub' })).not.toHaveProperty('refused')
  expect((await people.sees(member, /Made with AI/, remixed)).text).toMatch(/Clip: .+take 2\.\w+/)

  const wav = await people.latest(member)
  await press('WAV 1')
  const lossless = await people.sees(
    member,
    ({ files, authorId }) => authorId !== member && files.some(({ name }) => name.endsWith('.wav')),
    wav,
  )
  expect(lossless.files.filter(({ name }) => /\.(wav|mp3)$/.test(name))).toHaveLength(1)

  const rated = await people.latest(member)
  await press('Like 1')
  await people.sees(member, /model and voice/, rated)

  const forms = labels.filter((text) => / \d$/.test(text) && !/^(?:WAV|Like|Dislike)/.test(text))
  for (const label of forms) expect(opened(await press(label)).title, label).not.toBe('')

  await press('Delete')
  await people.sees(member, ({ id, state }) => id === song.id && state === 'deleted')
}
