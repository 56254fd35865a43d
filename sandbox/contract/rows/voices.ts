import type { ServiceRequest } from '../requests.ts'
import { demand, documented, NotTried, type Row, shown } from '../row.ts'
import type { Service } from '../service.ts'
import { type Fields, hasType, isRecord, textOf } from '../values.ts'

type ListName = 'getAllVoices' | 'searchVoices'

const limitUnlessGiven = 20
const pagesMax = 50

const voicesIn = (body: Fields): readonly Fields[] => {
  demand(Array.isArray(body.voices), `voices is ${shown(body.voices)}, not a list`)
  return body.voices.filter(isRecord)
}

/** A part of a voice's name, to search for. */
const wordOfName = async (service: Service): Promise<string> => {
  const [voice] = await service.voices()
  const word =
    textOf(voice ?? {}, 'voice_name')
      .split(/\s+/)
      .at(-1) ?? ''
  if (word === '') throw new NotTried('needs a voice of getAllVoices')
  return word
}

/** Asks for a page; a search is for every name with an `a` in it unless it says otherwise. */
const ask = async (
  service: Service,
  endpoint: ListName,
  fields: NonNullable<ServiceRequest['fields']> = {},
): Promise<Fields> => {
  const query = endpoint === 'searchVoices' ? { query: 'a', ...fields } : fields
  const { status, body } = await service.answer({ endpoint, fields: query })
  demand(status === 200 && body.success === true, `the list is refused: ${status} ${shown(body)}`)
  return body
}

const totalOf = (body: Fields): number => {
  demand(typeof body.total === 'number', `total is ${shown(body.total)}`)
  return body.total
}

const allPages = async (
  service: Service,
  name: ListName,
): Promise<{ ids: readonly string[]; total: number }> => {
  const total = totalOf(await ask(service, name))
  const wanted = Math.max(1, Math.ceil(total / 3))
  const ids: string[] = []
  for (let page = 0; page < pagesMax && ids.length < total; page += 1) {
    const found = voicesIn(await ask(service, name, { limit: wanted, page }))
    if (found.length === 0) break
    ids.push(...found.map((voice) => textOf(voice, 'voice_id')))
  }
  return { ids, total }
}

const envelope = {
  success: 'boolean',
  limit: 'integer',
  page: 'integer',
  total: 'integer',
} as const

const shapeRows = (name: ListName): readonly Row[] => [
  ...Object.entries(envelope).map(([field, type]) =>
    documented(`${name}.response.${field}`, `the answer carries ${field}: ${type}`, async (service) => {
      const body = await ask(service, name)
      demand(hasType(body[field], type), `${field} is ${shown(body[field])}, not of type ${type}`)
    }),
  ),
  documented(`${name}.response.voices`, 'the answer carries voices: a list', async (service) => {
    demand(voicesIn(await ask(service, name)).length > 0, 'voices is empty')
  }),
  ...(['voice_id', 'voice_name'] as const).map((field) =>
    documented(`${name}.voice.${field}`, `each voice has ${field}: string`, async (service) => {
      const voices = voicesIn(await ask(service, name))
      demand(
        voices.every((voice) => textOf(voice, field) !== ''),
        `not each voice has a ${field}: ${shown(voices)}`,
      )
    }),
  ),
]

const pageRows = (name: ListName): readonly Row[] => [
  documented(`${name}.limit.default`, `limit is ${limitUnlessGiven} unless given`, async (service) => {
    const body = await ask(service, name)
    demand(body.limit === limitUnlessGiven, `limit is ${shown(body.limit)}`)
    const wanted = Math.min(limitUnlessGiven, totalOf(body))
    const { length } = voicesIn(body)
    demand(length === wanted, `the page has ${length} voices, not ${wanted}`)
  }),
  documented(`${name}.page.default`, 'page is 0 unless given', async (service) => {
    const body = await ask(service, name)
    demand(body.page === 0, `page is ${shown(body.page)}`)
    const first = voicesIn(await ask(service, name, { page: 0 }))
    demand(shown(first) === shown(body.voices), 'page 0 is not what comes unasked')
  }),
  documented(`${name}.limit`, 'limit is the maximum of voices on a page', async (service) => {
    const body = await ask(service, name, { limit: 2 })
    const { length } = voicesIn(body)
    demand(body.limit === 2, `limit is ${shown(body.limit)}, not 2`)
    demand(length === Math.min(2, totalOf(body)), `the page has ${length} voices, not 2`)
  }),
  documented(`${name}.page`, 'page is the number of the page', async (service) => {
    const [first, second] = [
      await ask(service, name, { limit: 2 }),
      await ask(service, name, { limit: 2, page: 1 }),
    ]
    demand(second.page === 1, `page is ${shown(second.page)}, not 1`)
    const both = new Set([...voicesIn(first), ...voicesIn(second)].map((voice) => voice.voice_id))
    const wanted = Math.min(4, totalOf(first))
    demand(both.size === wanted, `two pages of two have ${both.size} different voices, not ${wanted}`)
  }),
  documented(`${name}.total`, 'total is the count of all voices on all pages, each once', async (service) => {
    const { ids, total } = await allPages(service, name)
    demand(ids.length === total, `the pages have ${ids.length} voices, total is ${total}`)
    demand(
      new Set(ids).size === total,
      `the pages have ${new Set(ids).size} different voices, total is ${total}`,
    )
  }),
  documented(`${name}.page.beyond`, 'a page past the end is empty', async (service) => {
    const total = totalOf(await ask(service, name))
    const body = await ask(service, name, { limit: 20, page: total + 1 })
    demand(voicesIn(body).length === 0, 'the page has voices')
    demand(totalOf(body) === total, `total is ${shown(body.total)} there, not ${total}`)
  }),
]

const searchRows: readonly Row[] = [
  documented('searchVoices.query', 'query filters the voices by name', async (service) => {
    const word = await wordOfName(service)
    const body = await ask(service, 'searchVoices', { query: word, limit: 100 })
    const names = voicesIn(body).map((voice) => textOf(voice, 'voice_name'))
    demand(names.length > 0, `nothing is found for ${shown(word)}`)
    const isMatch = (name: string): boolean => name.toLowerCase().includes(word.toLowerCase())
    demand(names.every(isMatch), `for ${shown(word)} came ${shown(names)}`)
  }),
  documented('searchVoices.query.total', 'total is the count of matching voices', async (service) => {
    const all = totalOf(await ask(service, 'getAllVoices'))
    const total = totalOf(await ask(service, 'searchVoices', { query: await wordOfName(service) }))
    const none = totalOf(await ask(service, 'searchVoices', { query: 'qqqzzzxxx' }))
    demand(total > 0 && (all === 1 || total < all), `of ${all} voices ${total} match one voice's name`)
    demand(none === 0, `${none} match a name that no voice has`)
  }),
  documented('searchVoices.query.none', 'a name that no voice has gives an empty list', async (service) => {
    const voices = voicesIn(await ask(service, 'searchVoices', { query: 'qqqzzzxxx' }))
    demand(voices.length === 0, `it gives ${shown(voices)}`)
  }),
]

const listRows = (name: ListName): readonly Row[] => [...shapeRows(name), ...pageRows(name)]

/** The rows about the two lists of voices. */
export const voiceRows: readonly Row[] = [
  ...searchRows,
  ...listRows('searchVoices'),
  ...listRows('getAllVoices'),
]
