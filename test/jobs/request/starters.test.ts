import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { modalOf } from '../../../src/bots/discord/forms/form.ts'
import { moreName } from '../../../src/bots/discord/forms/form-parts.ts'
import type { Form } from '../../../src/core/command/answer.ts'
import type { Invocation } from '../../../src/core/command/invocation.ts'
import { type Asking, createAsking, formOf } from '../../support/jobs/asking.ts'
import { openStoreWorld, type StoreWorld } from '../../support/redis/store-world.ts'

let store: StoreWorld
let asking: Asking
let requested: Asking['requested']

beforeEach(() => {
  store = openStoreWorld()
  asking = createAsking(store)
  requested = asking.requested
})
afterEach(() => store.close())

const ask: Asking['ask'] = (...asked) => asking.ask(...asked)

describe('a form without a prompt', () => {
  const empty = async () => formOf(await ask({ command: 'music', values: {} }))
  const send = ({ draft }: Form, values: Invocation['values'], isPart?: true) => {
    const form = { draft, sent: isPart === undefined, ...(isPart && { isPart }) }
    return ask({ command: 'music', eventId: `sends ${draft}`, values, form })
  }
  const [surprise, shanty] = ['surprise.sea-shanty.0', 'sea-shanty.0']
  const crew = 'A sea shanty about a crew that only sails on Fridays'

  test('offers a surprise and presets', async () => {
    const { starters } = await empty()
    expect(starters?.field).toBe('prompt')
    expect(starters?.choices.slice(0, 2).map(({ value }) => value)).toEqual([surprise, shanty])
  })

  test.each([surprise, shanty])('takes %s for the prompt and the style', async (picked) => {
    const form = await empty()
    await send(form, { prompt: undefined, style: undefined, ':starter': picked })
    expect(requested).toMatchObject([{ values: { prompt: crew, style: 'sea shanty' } }])
    expect(requested[0]?.values).not.toHaveProperty(':starter')
    expect(requested[0]?.given).not.toHaveProperty(':starter')
  })

  test('keeps what the member writes beside a preset', async () => {
    await send(await empty(), { prompt: 'my cat', ':starter': shanty })
    expect(requested).toMatchObject([{ values: { prompt: 'my cat', style: 'sea shanty' } }])
  })

  test('asks for every field once, in however many parts it is sent, and the last part sends it', async () => {
    const asked: string[] = []
    const fill = (form: Form, page: number): boolean => {
      const names = modalOf(form, page).components.flatMap((part) =>
        'component' in part ? [part.component.custom_id] : [],
      )
      asked.push(...names.filter((name) => !name.startsWith(':')))
      return names.includes(moreName)
    }
    let form = await empty()
    let page = 0
    while (fill(form, page)) {
      form = formOf(await send(form, page === 0 ? { prompt: undefined, ':starter': shanty } : {}, true))
      page += 1
    }
    await send(form, { seen_by: 'me' })
    expect(page).toBe(2)
    const switches = ['instrumental', 'vocals_only', 'cover', 'timestamps', 'spoiler']
    expect([...asked, ...switches].toSorted()).toEqual(Object.keys(form.fields).toSorted())
    expect(requested).toMatchObject([{ values: { prompt: crew, style: 'sea shanty', seen_by: 'me' } }])
  })

  test('still needs one or the other', async () => {
    const answer = await send(await empty(), { prompt: undefined })
    expect(answer).toMatchObject({ kind: 'problems', problems: [{ field: 'prompt' }] })
    expect(requested).toEqual([])
  })

  test('is offered none where it has a prompt, or its command has no presets', async () => {
    const edit = await ask({ command: 'music', values: { takes: 9, prompt: 'x' } })
    expect(edit).toMatchObject({ kind: 'problems', retry: { starters: undefined } })
    expect(formOf(await ask({ values: {} })).starters).toBeUndefined()
  })
})
