import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { music } from '../../../src/commands/features/music.ts'
import { type Answer, type Form, formButtonOf } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { invocation } from '../../support/commands/invocation.ts'
import { dispatchOver } from '../../support/jobs/dispatch-over.ts'
import { type JobWorld, openJobWorld } from '../../support/jobs/job-world.ts'

// What was sent before is one request: a Slack form has one id, and the parts of a Discord form belong together.
// Where that request came to nothing, or was another, the form must not be stuck with all that is in it.

let world: JobWorld

beforeEach(async () => {
  world = await openJobWorld()
})
afterEach(() => world.close())

const ask = (asked: Partial<Invocation>): Promise<Answer> => {
  const dispatch = dispatchOver(world, { ...world.requestDeps, commands: [music] })
  return dispatch.answer(invocation({ command: 'music', ...asked }))
}

const formOf = (answer: Answer): Form => {
  const form = formButtonOf(answer)?.form
  if (form === undefined) throw new Error(`no form: ${answer.message.text}`)
  return form
}

const words = { prompt: 'a sea shanty about compilers', title: 'Ahoy' }

const open = async (): Promise<string> => formOf(await ask({ eventId: 'opened' })).draft

/** The last part of a form, as its draft; each sending is an event of its own, which are one request. */
const inParts = async (): Promise<(eventId: string, values?: Invocation['values']) => Promise<Answer>> => {
  const part = { draft: await open(), sent: false, isPart: true } as const
  const { draft } = formOf(await ask({ eventId: 'part', values: words, form: part }))
  return (eventId, values = {}) => ask({ eventId, values, form: { draft, sent: true } })
}

/** A form that has one id, however often it is sent. */
const atOnce = async (): Promise<(eventId: string, values?: Invocation['values']) => Promise<Answer>> => {
  const form = { draft: await open(), sent: true }
  return (_, values = words) => ask({ eventId: 'form-1', values, form })
}

const ways = [
  ['in parts', inParts],
  ['at once', atOnce],
] as const

const jobIdOf = (answer: Answer): string => {
  if (answer.kind !== 'accepted') throw new Error(answer.message.text)
  return answer.jobId
}

describe.each(ways)('a form that was sent %s, and whose request came to nothing,', (_way, begin) => {
  test.each([
    ['as it was', undefined],
    ['with other words', { prompt: 'a waltz', title: 'Ahoy' }],
  ])('is asked again when it is sent again %s', async (_how, values) => {
    const send = await begin()
    const jobId = jobIdOf(await send('late'))
    await world.acknowledged(jobId, { kind: 'too_late' })
    const again = await send('again', values)
    expect(again.message.text).toBe(
      'Your earlier request for your song failed. Try again. Nothing was charged.',
    )
    const form = formOf(again)
    expect(form.values).toMatchObject(values ?? words)
    const anew = await ask({ eventId: 'anew', form: { draft: form.draft, sent: true } })
    expect(jobIdOf(anew)).not.toBe(jobId)
  })
})

test.each(ways)(
  'a form that was sent %s counts once, and may be asked again with other words',
  async (_, begin) => {
    const send = await begin()
    const jobId = jobIdOf(await send('first'))
    await world.acknowledged(jobId, { kind: 'given', message: undefined })
    expect((await send('twice')).kind).toBe('message')
    const other = await send('other', { ...words, prompt: 'a waltz' })
    expect(other.message.text).toContain('with different values, so I kept the first ones')
    expect(formOf(other).values).toMatchObject({ prompt: 'a waltz' })
    const anew = await ask({ eventId: 'anew', form: { draft: formOf(other).draft, sent: true } })
    expect(jobIdOf(anew)).not.toBe(jobId)
  },
)
