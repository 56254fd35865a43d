import { responses } from '../../../src/core/endpoints/shapes.ts'
import { textOfLength } from '../orders.ts'
import { refusalRows, refusalsOf } from '../refusing.ts'
import type { ServiceRequest } from '../requests.ts'
import { demand, documented, type Row, shown } from '../row.ts'
import type { Service } from '../service.ts'
import { extrasOf } from '../shapes.ts'
import { type Fields, hasType, textOf } from '../values.ts'

const theme = (prompt: string): ServiceRequest => ({ endpoint: 'promptToLyrics', fields: { prompt } })

const written = async (service: Service, prompt: string): Promise<Fields> => {
  const { status, body } = await service.answer(theme(prompt))
  demand(status === 200 && body.success === true, `it is refused: ${status} ${shown(body)}`)
  demand(textOf(body, 'lyrics') !== '', `lyrics is ${shown(body.lyrics)}`)
  return body
}

const response = responses.lyrics

const sizes = [1, 1000] as const

const refused = refusalsOf('promptToLyrics', {
  text: 'Prompt must be between 1 and 1000 characters.',
  seenStatus: 400,
})

/**
 * The rows about lyrics. The description does not name the parameter with the
 * theme: `prompt` was seen elsewhere.
 */
export const lyricsRows: readonly Row[] = [
  ...Object.entries(response).map(([field, type]) =>
    documented(
      `promptToLyrics.response.${field}`,
      `the answer carries ${field}: ${type}`,
      async (service) => {
        const body = await written(service, 'the sea')
        demand(hasType(body[field], type), `${field} is ${shown(body[field])}, not of type ${type}`)
      },
    ),
  ),
  documented('promptToLyrics.response.noOther', 'the answer has these fields only', async (service) => {
    const extras = extrasOf(await written(service, 'the sea'), response)
    demand(extras.length === 0, `the answer also carries ${extras.join(', ')}`)
  }),
  ...sizes.map((size) =>
    documented(`promptToLyrics.prompt.${size}`, `takes a prompt of ${size} characters`, async (service) => {
      await written(service, textOfLength(size))
    }),
  ),
  documented('promptToLyrics.repeated', 'takes the same prompt again', async (service) => {
    await written(service, 'the sea')
    const { body } = await service.answerAgain(theme('the sea'))
    demand(textOf(body, 'lyrics') !== '', `the second answer is ${shown(body)}`)
  }),
  ...refusalRows([refused('prompt.0', 'an empty prompt is refused', { prompt: '' })]),
]
