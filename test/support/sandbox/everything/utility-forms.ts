import { expect } from 'vitest'
import { sendPage } from '../forms.ts'
import type { SeenMessage } from '../people.ts'
import { asksOf, hasForm } from '../uses/wanted.ts'
import { openForm } from './open-form.ts'
import { othersShareOf, type Stage, utilitiesOf } from './stage.ts'
import { type Ask, anyValue, type Known } from './utilities.ts'

/** What is filled in: what is needed, an amount, and on Slack each list that is looked up. */
const filledIn = (stage: Stage, known: Known, { fields }: Ask) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const isLookedUp = stage.platform === 'slack' && ['listed', 'group'].includes(field.control.kind)
      const isAmount = field.control.kind === 'credits'
      return field.required || isAmount || isLookedUp
        ? [[name, anyValue(stage, known, name, field)] as const]
        : []
    }),
  )

const fillUtility = async (stage: Stage, known: Known, ask: Ask): Promise<void> => {
  const { people, platform, admin: as, bot } = stage
  const form = await openForm(stage, as, ask.path)
  const since = await people.latest(as)
  const sent = await sendPage({ platform, people, as, fields: ask.fields }, form, filledIn(stage, known, ask))
  expect(sent, ask.path).not.toHaveProperty('refused')
  if (sent.form !== undefined) {
    // What only asks for a confirmation has nothing to fill in. A member without enough to give may give less.
    if (sent.form.fields.length > 0 && ask.path !== '/sponsor')
      expect(sent.form.title, ask.path).not.toBe(form.title)
    return
  }
  const isAnswer = ({ authorId, text }: SeenMessage): boolean => authorId === bot && text !== ''
  const { text } = await people.sees(as, isAnswer, since)
  const refused = /Nothing was changed|no longer exists|don't (?:know|have)|is missing/
  // Nobody has a limit here, and so nothing of their own to give; or the member was blocked by another form.
  if (ask.path === '/sponsor')
    expect(text).toMatch(/Sponsoring is off|no limit of your own|to yourself|is blocked here/)
  else expect(text, ask.path).not.toMatch(refused)
}

/**
 * Fills in the form of every utility that needs something; in the short form of those that were typed on the
 * other platform. `job` is the name of a result with words that is shown, `gone` of one whose message was
 * deleted.
 */
export const fillUtilities = async (stage: Stage, job: string, gone: string): Promise<void> => {
  const { platform } = stage
  const { memberId, channelId } = stage.world.addresses[platform]
  const typed = platform === 'discord' ? '@Managers' : '@musicians'
  const group = platform === 'discord' ? 'Managers' : typed // Discord's menu shows roles by their names
  const known = { memberId, channelId, group, job, gone, voice: stage.voice.label }
  const asks = asksOf(othersShareOf(stage, utilitiesOf(stage))).filter(hasForm)
  const isFirst = ({ path }: Ask): boolean => path === '/budget group' // others need its limit
  for (const ask of asks.toSorted((one, two) => Number(isFirst(two)) - Number(isFirst(one))))
    await fillUtility(stage, known, ask)
  await stage.people.asks(stage.admin, '/budget group', { group: typed, lift: true })
  for (const path of ['/budget member', '/budget channel'])
    await stage.people.asks(stage.admin, path, { lift: true })
  const member = platform === 'discord' ? memberId : `<@${memberId}>`
  await stage.people.asks(stage.admin, '/budget block', { member, lift: true })
  await stage.people.asks(stage.admin, '/budget resume', {})
  for (const path of ['/settings mine', '/settings channel', '/settings server'])
    await stage.people.asks(stage.admin, path, { clear: 'everything' })
  await stage.people.allows(stage.admin, 100)
}
